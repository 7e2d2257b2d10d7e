package com.example.shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DiscountTest {

    @Test
    public void needsEnoughPieces() {
        Discount discount = new Discount(10, 20);
        assertEquals(100, discount.apply(100, 9));
        assertEquals(80, discount.apply(100, 10));
    }
}
