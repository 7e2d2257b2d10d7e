package com.example.courier;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import sun.misc.BASE64Decoder;
import sun.misc.BASE64Encoder;

/** A file of a message: zipped, then as text in lines of 76 characters. */
public class Attachment {

    private static final BASE64Encoder ENCODER = new BASE64Encoder();

    private final String text;

    private Attachment(String text) {
        this.text = text;
    }

    public static Attachment of(byte[] content) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        GZIPOutputStream zip = new GZIPOutputStream(zipped);
        zip.write(content);
        zip.close();
        return new Attachment(ENCODER.encode(zipped.toByteArray()));
    }

    public static Attachment received(String text) {
        return new Attachment(text);
    }

    public String getText() {
        return text;
    }

    public byte[] content() {
        BASE64Decoder decoder = new BASE64Decoder();
        try {
            GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(decoder.decodeBuffer(text)));
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (int b = zip.read(); b >= 0; b = zip.read()) {
                content.write(b);
            }
            return content.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("the attachment is damaged", e);
        }
    }
}
