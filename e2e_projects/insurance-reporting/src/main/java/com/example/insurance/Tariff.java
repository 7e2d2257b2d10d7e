package com.example.insurance;

/** The yearly premium in cents. */
public class Tariff {

    private static final long CENTS_PER_KILOWATT = 900;

    private final int year;

    public Tariff(int year) {
        this.year = year;
    }

    public long premium(Driver driver, Vehicle vehicle) {
        long premium = CENTS_PER_KILOWATT * vehicle.getKilowatts();
        for (Factor factor : Factors.ALL) {
            premium = premium * factor.percent(driver, vehicle, year) / 100;
        }
        return premium;
    }
}
