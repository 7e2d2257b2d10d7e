package com.example.freight;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class RateTableTest {

    private final RateTable table = new RateTable();

    @Test
    public void smallParcelInTheCity() {
        assertEquals(390, table.quote(new Parcel(300, 20, 10, 5), Zone.CITY));
    }

    @Test
    public void everyKilogramCosts() {
        assertEquals(590 + 4 * 70, table.quote(new Parcel(4200, 30, 20, 10), Zone.COUNTRY));
    }

    @Test
    public void feathersCountByVolume() {
        assertEquals(10, new Parcel(500, 50, 40, 25).chargeableKilograms());
    }

    @Test
    public void fuelSurcharge() {
        table.surcharge(Zone.ABROAD, 10);
        assertEquals(1595, table.quote(new Parcel(900, 10, 10, 10), Zone.ABROAD));
        assertEquals(390, table.quote(new Parcel(900, 10, 10, 10), Zone.CITY));
    }

    @Test
    public void skisAreOversized() {
        Parcel skis = new Parcel(6000, 210, 30, 20);
        assertTrue(skis.isOversized());
        assertEquals(590 + 25 * 70 + 1990, table.quote(skis, Zone.COUNTRY));
    }
}
