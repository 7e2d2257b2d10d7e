package com.example.meter;

/** Which Java runs us; some gateways in the field are older than others. */
public final class JavaLevel {

    private JavaLevel() {
    }

    public static int current() {
        return parse(System.getProperty("java.version"));
    }

    /** Reads the 7 out of 1.7.0_80. */
    static int parse(String version) {
        return Integer.parseInt(version.substring(2, 3));
    }
}
