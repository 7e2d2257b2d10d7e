package com.example.payroll;

import java.math.BigDecimal;

public enum TaxClass {
    SINGLE("0.24"), MARRIED("0.18"), SECOND_JOB("0.37");

    private final BigDecimal rate;

    TaxClass(String rate) {
        this.rate = new BigDecimal(rate);
    }

    public BigDecimal rate() {
        return rate;
    }

    public static TaxClass parse(String code) {
        switch (code) {
            case "1":
                return SINGLE;
            case "3":
                return MARRIED;
            case "6":
                return SECOND_JOB;
            default:
                throw new IllegalArgumentException("no such tax class: " + code);
        }
    }
}
