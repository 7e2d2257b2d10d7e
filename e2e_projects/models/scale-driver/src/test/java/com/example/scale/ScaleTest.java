package com.example.scale;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ScaleTest {

    @Test
    public void weighs() {
        assertEquals(1250, new Scale("+001250g").weigh());
    }

    @Test
    public void signsTheReceipt() {
        String receipt = new Scale("+001250g").receipt();
        assertTrue(receipt, receipt.startsWith("CAL1:"));
    }

    @Test
    public void calculatesThePrice() {
        assertEquals(1249, new PriceTag(999).cents(1250));
    }
}
