package com.example.gallery;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;

/** Small copies of pictures that fit into a square and keep their shape. */
public class Thumbnails {

    private final JpegFormat format;
    private final int edge;

    public Thumbnails(JpegFormat format, int edge) {
        this.format = format;
        this.edge = edge;
    }

    public byte[] of(byte[] jpeg) throws IOException {
        BufferedImage image = format.read(jpeg);
        double scale = Math.min(1, (double) edge / Math.max(image.getWidth(), image.getHeight()));
        int width = (int) Math.round(image.getWidth() * scale);
        int height = (int) Math.round(image.getHeight() * scale);
        BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = small.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, width, height, null);
        graphics.dispose();
        return format.write(small);
    }
}
