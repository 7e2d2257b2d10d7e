package com.example.vault;

final class Paths {

    private Paths() {
    }

    static String escape(String name) {
        return name.replace("%", "%25").replace("/", "%2F");
    }
}
