package com.example.insurance;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class TariffTest {

    private final Tariff tariff = new Tariff(2010);
    private final Driver average = new Driver(40, 0);

    @Test
    public void startsFromThePower() {
        assertEquals(90000, tariff.premium(average, new Vehicle(100, 2008, false)));
    }

    @Test
    public void aNovicePaysMore() {
        assertEquals(126000, tariff.premium(new Driver(19, 0), new Vehicle(100, 2008, false)));
    }

    @Test
    public void claimFreeYearsHaveAFloor() {
        assertEquals(27000, tariff.premium(new Driver(60, 30), new Vehicle(100, 2008, false)));
    }

    @Test
    public void anOldCarInAGarage() {
        assertEquals(94050, tariff.premium(average, new Vehicle(100, 1995, true)));
    }

    @Test
    public void theOrderOfTheFactorsDoesNotMatterMuch() {
        long premium = tariff.premium(new Driver(22, 3), new Vehicle(77, 1999, true));
        assertTrue("premium " + premium, premium > 86000 && premium < 86200);
    }

    @Test(expected = IllegalArgumentException.class)
    public void childrenDoNotDrive() {
        new Driver(16, 0);
    }
}
