package com.example.gallery;

import java.awt.Color;
import java.awt.image.BufferedImage;

final class Colours {

    private Colours() {
    }

    /** The mean colour of a picture, for the page behind it. */
    static Color mean(BufferedImage image) {
        long red = 0;
        long green = 0;
        long blue = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                Color pixel = new Color(image.getRGB(x, y));
                red += pixel.getRed();
                green += pixel.getGreen();
                blue += pixel.getBlue();
            }
        }
        int pixels = image.getWidth() * image.getHeight();
        return new Color((int) (red / pixels), (int) (green / pixels), (int) (blue / pixels));
    }
}
