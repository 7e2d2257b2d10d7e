package com.example.notary;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

public class Notary {

    private final String algorithm;

    public Notary(String algorithm) {
        this.algorithm = algorithm;
    }

    public Seal seal(Deed deed) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            return new Seal(digest.digest(deed.text().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("unknown algorithm " + algorithm, e);
        }
    }

    public boolean isGenuine(Deed deed, String printedSeal) {
        return seal(deed).equals(Seal.parse(printedSeal));
    }
}
