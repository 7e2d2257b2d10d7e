package com.example.limits.model;

/** What an order may hold; operations change the numbers in limits.properties. */
public final class OrderLimits {

    public static final Integer MAX_ITEMS = Integer.valueOf(20);
    public static final Long MAX_CENTS = Long.valueOf(500000);

    private OrderLimits() {
    }
}
