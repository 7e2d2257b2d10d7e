package com.example.gallery;

import com.sun.image.codec.jpeg.ImageFormatException;
import com.sun.image.codec.jpeg.JPEGCodec;
import com.sun.image.codec.jpeg.JPEGEncodeParam;
import com.sun.image.codec.jpeg.JPEGImageEncoder;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Reads and writes JPEG; quality goes from 0 (small) to 1 (good). */
public class JpegFormat {

    private final float quality;

    public JpegFormat(float quality) {
        this.quality = quality;
    }

    public byte[] write(BufferedImage image) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JPEGImageEncoder encoder = JPEGCodec.createJPEGEncoder(out);
        JPEGEncodeParam param = encoder.getDefaultJPEGEncodeParam(image);
        param.setQuality(quality, false);
        encoder.setJPEGEncodeParam(param);
        encoder.encode(image);
        return out.toByteArray();
    }

    /** Throws IOException where the bytes are no JPEG. */
    public BufferedImage read(byte[] jpeg) throws IOException {
        try {
            return JPEGCodec.createJPEGDecoder(new ByteArrayInputStream(jpeg)).decodeAsBufferedImage();
        } catch (ImageFormatException e) {
            throw new IOException("no JPEG", e);
        }
    }
}
