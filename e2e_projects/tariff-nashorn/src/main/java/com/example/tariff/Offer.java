package com.example.tariff;

public class Offer {

    private final String name;
    private final int months;

    public Offer(String name, int months) {
        this.name = name;
        this.months = months;
    }

    public String getName() {
        return name;
    }

    public int getMonths() {
        return months;
    }
}
