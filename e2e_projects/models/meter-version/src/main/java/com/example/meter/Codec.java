package com.example.meter;

/** Turns readings into telegrams and back. */
public abstract class Codec {

    /** Java 7 and newer speak the compact form. */
    public static Codec best() {
        return JavaLevel.current() >= 7 ? new HexCodec() : new TextCodec();
    }

    public abstract String encode(Reading reading);

    public abstract Reading decode(String telegram);
}
