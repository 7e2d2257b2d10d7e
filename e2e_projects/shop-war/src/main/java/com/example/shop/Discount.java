package com.example.shop;

/** Taken off the price of every piece when enough are bought. */
public class Discount {

    private final int fromPieces;
    private final int percent;

    public Discount(int fromPieces, int percent) {
        this.fromPieces = fromPieces;
        this.percent = percent;
    }

    public int apply(int cents, int pieces) {
        return pieces >= fromPieces ? cents * (100 - percent) / 100 : cents;
    }
}
