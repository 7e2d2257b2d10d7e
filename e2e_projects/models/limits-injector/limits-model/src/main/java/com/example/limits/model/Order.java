package com.example.limits.model;

/** An order; it knows whether it keeps the limits. */
public class Order {

    private final int items;
    private final long cents;
    private final int kilograms;

    public Order(int items, long cents, int kilograms) {
        this.items = items;
        this.cents = cents;
        this.kilograms = kilograms;
    }

    public boolean isAcceptable() {
        return items <= OrderLimits.MAX_ITEMS && cents <= OrderLimits.MAX_CENTS
                && kilograms <= DeliveryLimits.MAX_KILOGRAMS;
    }
}
