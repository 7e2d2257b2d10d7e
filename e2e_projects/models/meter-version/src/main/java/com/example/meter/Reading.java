package com.example.meter;

/** What a meter showed: its number and the watt hours since it was installed. */
public class Reading {

    private final int meter;
    private final long wattHours;

    public Reading(int meter, long wattHours) {
        this.meter = meter;
        this.wattHours = wattHours;
    }

    public int getMeter() {
        return meter;
    }

    public long getWattHours() {
        return wattHours;
    }
}
