package com.example.courier;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.io.IOException;
import org.junit.Test;
import sun.misc.BASE64Encoder;

public class EnvelopeTest {

    @Test
    public void sealsAMessage() {
        assertEquals("bob:aGVsbG8=", new Envelope("bob", "hello").seal());
    }

    @Test
    public void opensWhatAnotherProgramSealed() throws IOException {
        String body = new BASE64Encoder().encode("gr\u00fc\u00dfe".getBytes("UTF-8"));
        Envelope envelope = Envelope.open("eve:" + body);
        assertEquals("eve", envelope.getRecipient());
        assertEquals("gr\u00fc\u00dfe", envelope.getMessage());
    }

    @Test
    public void aLongMessageStaysOnOneLine() throws IOException {
        StringBuilder message = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            message.append("line ").append(i).append('\n');
        }
        String sealed = new Envelope("bob", message.toString()).seal();
        assertEquals(-1, sealed.indexOf('\n'));
        assertEquals(message.toString(), Envelope.open(sealed).getMessage());
    }

    @Test
    public void needsARecipient() {
        try {
            Envelope.open("aGVsbG8=");
            fail("opened");
        } catch (IOException e) {
            assertEquals("no recipient in aGVsbG8=", e.getMessage());
        }
    }

    @Test
    public void writesTheBasicHeader() {
        assertEquals("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
                Credentials.header("Aladdin", "open sesame"));
    }
}
