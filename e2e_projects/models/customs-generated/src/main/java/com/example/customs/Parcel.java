package com.example.customs;

public class Parcel {

    private final String tariffNumber;
    private final long value;

    public Parcel(String tariffNumber, long value) {
        if (!tariffNumber.matches("\\d{8}")) {
            throw new IllegalArgumentException("tariff number " + tariffNumber);
        }
        this.tariffNumber = tariffNumber;
        this.value = value;
    }

    public String getTariffNumber() {
        return tariffNumber;
    }

    public long getValue() {
        return value;
    }
}
