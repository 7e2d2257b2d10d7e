package com.example.reporting;

final class Names {

    private Names() {
    }

    static String stem(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot < 0 ? fileName : fileName.substring(0, dot);
    }
}
