package com.example.limits.model;

public final class DeliveryLimits {

    public static final Integer MAX_KILOGRAMS = Integer.valueOf(30);

    private DeliveryLimits() {
    }
}
