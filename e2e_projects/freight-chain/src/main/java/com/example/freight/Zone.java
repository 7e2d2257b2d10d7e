package com.example.freight;

/** Where a parcel goes; a zone knows its price for the first kilogram and for each further one. */
public enum Zone {
    CITY(390, 40), COUNTRY(590, 70), ABROAD(1450, 310);

    private final int first;
    private final int further;

    Zone(int first, int further) {
        this.first = first;
        this.further = further;
    }

    int price(int kilograms) {
        return first + further * (kilograms - 1);
    }
}
