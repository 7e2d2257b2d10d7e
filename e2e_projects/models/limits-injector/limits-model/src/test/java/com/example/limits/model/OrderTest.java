package com.example.limits.model;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class OrderTest {

    @Test
    public void startsWithTheBuiltInLimits() {
        assertTrue(new Order(20, 500000, 30).isAcceptable());
        assertFalse(new Order(21, 1, 1).isAcceptable());
        assertFalse(new Order(1, 500001, 1).isAcceptable());
    }
}
