package com.example.courier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import sun.misc.BASE64Decoder;
import sun.misc.BASE64Encoder;

/** Packs a message into one line of printable characters. */
public class Envelope {

    private final String recipient;
    private final String message;

    public Envelope(String recipient, String message) {
        this.recipient = recipient;
        this.message = message;
    }

    public String getRecipient() {
        return recipient;
    }

    public String getMessage() {
        return message;
    }

    public String seal() {
        String body = new BASE64Encoder().encode(message.getBytes(StandardCharsets.UTF_8));
        return recipient + ":" + body.replaceAll("\\s", "");
    }

    public static Envelope open(String sealed) throws IOException {
        int colon = sealed.indexOf(':');
        if (colon < 0) {
            throw new IOException("no recipient in " + sealed);
        }
        byte[] body = new BASE64Decoder().decodeBuffer(sealed.substring(colon + 1));
        return new Envelope(sealed.substring(0, colon), new String(body, StandardCharsets.UTF_8));
    }
}
