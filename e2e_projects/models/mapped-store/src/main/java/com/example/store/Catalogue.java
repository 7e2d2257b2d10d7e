package com.example.store;

import java.nio.charset.StandardCharsets;

/** Names of at most 63 bytes, one a page; the first byte is the length. */
public class Catalogue {

    private final Pages pages;

    public Catalogue(Pages pages) {
        this.pages = pages;
    }

    public void put(int number, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        byte[] page = new byte[utf8.length + 1];
        page[0] = (byte) utf8.length;
        System.arraycopy(utf8, 0, page, 1, utf8.length);
        pages.write(number, page);
    }

    public String get(int number) {
        int length = pages.read(number, 1)[0];
        return new String(pages.read(number, length + 1), 1, length, StandardCharsets.UTF_8);
    }
}
