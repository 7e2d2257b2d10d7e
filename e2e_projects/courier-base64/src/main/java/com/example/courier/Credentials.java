package com.example.courier;

import java.nio.charset.StandardCharsets;

/** The head line for servers that ask for a name and a password. */
public final class Credentials {

    private Credentials() {
    }

    public static String header(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.ISO_8859_1);
        return "Authorization: Basic " + new sun.misc.BASE64Encoder().encode(pair);
    }
}
