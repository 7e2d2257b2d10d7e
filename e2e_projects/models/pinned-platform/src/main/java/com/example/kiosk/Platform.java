package com.example.kiosk;

/** What the kiosk runs on. */
public class Platform {

    public String javaVersion() {
        return System.getProperty("java.specification.version");
    }

    public ClassLoader applicationLoader() {
        return ClassLoader.getSystemClassLoader();
    }
}
