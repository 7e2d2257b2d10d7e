package com.example.notary;

import java.util.Arrays;
import javax.xml.bind.DatatypeConverter;

/** A checksum as it is printed below a deed. */
public final class Seal {

    private final byte[] bytes;

    Seal(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    public static Seal parse(String printed) {
        return new Seal(DatatypeConverter.parseHexBinary(printed.replace(" ", "")));
    }

    public String print() {
        return DatatypeConverter.printHexBinary(bytes);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Seal && Arrays.equals(bytes, ((Seal) o).bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
