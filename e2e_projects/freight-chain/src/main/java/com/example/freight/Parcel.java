package com.example.freight;

/** A parcel with its weight and its edges. */
public class Parcel {

    private static final int GRAMS_PER_LITRE = 200;

    private final int grams;
    private final int length;
    private final int width;
    private final int height;

    public Parcel(int grams, int length, int width, int height) {
        this.grams = grams;
        this.length = length;
        this.width = width;
        this.height = height;
    }

    /** Light and bulky parcels count by their volume. */
    public int chargeableKilograms() {
        int litres = length * width * height / 1000;
        int chargeable = Math.max(grams, litres * GRAMS_PER_LITRE);
        return Math.max(1, (chargeable + 999) / 1000);
    }

    public boolean isOversized() {
        return length + 2 * (width + height) > 300;
    }
}
