package com.example.tariff;

/** What a customer used in a month. */
public class Usage {

    private final int kilowattHours;
    private final boolean night;

    public Usage(int kilowattHours, boolean night) {
        this.kilowattHours = kilowattHours;
        this.night = night;
    }

    public int getKilowattHours() {
        return kilowattHours;
    }

    public boolean isNight() {
        return night;
    }
}
