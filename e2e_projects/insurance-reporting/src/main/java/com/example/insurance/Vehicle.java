package com.example.insurance;

/** The insured car, as it is written in its papers. */
public class Vehicle {

    private final int kilowatts;
    private final int yearBuilt;
    private final boolean garage;

    public Vehicle(int kilowatts, int yearBuilt, boolean garage) {
        this.kilowatts = kilowatts;
        this.yearBuilt = yearBuilt;
        this.garage = garage;
    }

    public int getKilowatts() {
        return kilowatts;
    }

    public int ageIn(int year) {
        return Math.max(0, year - yearBuilt);
    }

    public boolean hasGarage() {
        return garage;
    }
}
