package com.example.customs;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ParcelTest {

    @Test
    public void keepsTheTariffNumber() {
        assertEquals("85171300", new Parcel("85171300", 1).getTariffNumber());
    }

    @Test(expected = IllegalArgumentException.class)
    public void refusesAShortNumber() {
        new Parcel("8517", 1);
    }
}
