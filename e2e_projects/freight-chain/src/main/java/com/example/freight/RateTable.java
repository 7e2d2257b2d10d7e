package com.example.freight;

import java.util.EnumMap;
import java.util.Map;

/** Prices in cents, with the surcharges of the day. */
public class RateTable {

    private static final int OVERSIZE = 1990;

    private final Map<Zone, Integer> surcharges = new EnumMap<Zone, Integer>(Zone.class);

    public RateTable surcharge(Zone zone, int percent) {
        surcharges.put(zone, percent);
        return this;
    }

    public int quote(Parcel parcel, Zone zone) {
        int price = zone.price(parcel.chargeableKilograms());
        Integer percent = surcharges.get(zone);
        if (percent != null) {
            price += price * percent / 100;
        }
        return parcel.isOversized() ? price + OVERSIZE : price;
    }
}
