package com.example.courier;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Test;
import sun.misc.*;

public class AttachmentTest {

    private final byte[] content = new byte[2000];

    public AttachmentTest() {
        new Random(7).nextBytes(content);
    }

    @Test
    public void survivesTheWay() throws Exception {
        Attachment sent = Attachment.of(content);
        assertArrayEquals(content, Attachment.received(sent.getText()).content());
    }

    @Test
    public void breaksItsLines() throws Exception {
        for (String line : Attachment.of(content).getText().split("\r?\n")) {
            assertTrue(line, line.length() <= 76);
        }
    }

    @Test
    public void isZipped() throws Exception {
        byte[] zipped = new BASE64Decoder().decodeBuffer(Attachment.of(content).getText());
        assertTrue(zipped[0] == 0x1f && zipped[1] == (byte) 0x8b);
    }

    @Test(expected = IllegalStateException.class)
    public void reportsDamage() {
        Attachment.received("AAAA").content();
    }
}
