package com.example.booking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import org.junit.Test;

public class MailerTest {

    @Test
    public void needsAServer() {
        try {
            new Mailer().send("eve", "hello");
            fail("sent");
        } catch (UnsupportedOperationException e) {
            assertEquals("no mail server configured", e.getMessage());
        }
    }
}
