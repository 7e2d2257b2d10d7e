package com.example.gallery;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.Random;
import org.junit.Test;

public class ThumbnailsTest {

    private final JpegFormat good = new JpegFormat(0.95f);

    private static BufferedImage plain(int width, int height, Color colour) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(colour);
        graphics.fillRect(0, 0, width, height);
        graphics.dispose();
        return image;
    }

    private static BufferedImage noise() {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(1);
        for (int i = 0; i < 64 * 64; i++) {
            image.setRGB(i % 64, i / 64, random.nextInt(0x1000000));
        }
        return image;
    }

    @Test
    public void keepsTheShape() throws IOException {
        byte[] jpeg = good.write(plain(400, 100, Color.GRAY));
        BufferedImage small = good.read(new Thumbnails(good, 80).of(jpeg));
        assertEquals(80, small.getWidth());
        assertEquals(20, small.getHeight());
    }

    @Test
    public void leavesSmallPicturesTheirSize() throws IOException {
        byte[] jpeg = good.write(plain(30, 20, Color.GRAY));
        assertEquals(30, good.read(new Thumbnails(good, 80).of(jpeg)).getWidth());
    }

    @Test
    public void keepsTheColour() throws IOException {
        Color mean = Colours.mean(good.read(good.write(plain(16, 16, new Color(200, 40, 90)))));
        assertEquals(200, mean.getRed(), 6);
        assertEquals(40, mean.getGreen(), 6);
        assertEquals(90, mean.getBlue(), 6);
    }

    @Test
    public void lessQualityIsLessBytes() throws IOException {
        int small = new JpegFormat(0.1f).write(noise()).length;
        int large = good.write(noise()).length;
        assertTrue(small + " < " + large, small * 2 < large);
    }

    @Test
    public void refusesWhatIsNoJpeg() {
        try {
            good.read(new byte[] {1, 2, 3, 4});
            fail("read");
        } catch (IOException e) {
            assertEquals("no JPEG", e.getMessage());
        }
    }
}
