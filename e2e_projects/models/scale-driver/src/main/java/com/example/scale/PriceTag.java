package com.example.scale;

/** What the label says. */
public class PriceTag {

    private final int centsPerKilogram;

    public PriceTag(int centsPerKilogram) {
        this.centsPerKilogram = centsPerKilogram;
    }

    public int cents(int grams) {
        return (int) Math.round(centsPerKilogram * grams / 1000.0);
    }
}
