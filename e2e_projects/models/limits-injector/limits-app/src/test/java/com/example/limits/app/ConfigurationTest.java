package com.example.limits.app;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.example.limits.model.DeliveryLimits;
import com.example.limits.model.Order;
import com.example.limits.model.OrderLimits;
import org.junit.Before;
import org.junit.Test;

public class ConfigurationTest {

    @Before
    public void configure() throws Exception {
        assertEquals(2, new Configuration().apply());
    }

    @Test
    public void takesTheNumbersOfTheFile() {
        assertEquals(Integer.valueOf(5), OrderLimits.MAX_ITEMS);
        assertEquals(Integer.valueOf(12), DeliveryLimits.MAX_KILOGRAMS);
    }

    @Test
    public void leavesTheOthersAlone() {
        assertEquals(Long.valueOf(500000), OrderLimits.MAX_CENTS);
    }

    @Test
    public void ordersAreJudgedByThem() {
        assertTrue(new Order(5, 100, 12).isAcceptable());
        assertFalse(new Order(6, 100, 12).isAcceptable());
        assertFalse(new Order(5, 100, 13).isAcceptable());
    }

    @Test
    public void namesAWrongConstant() {
        try {
            new ConstantInjector().set("com.example.limits.model.OrderLimits.MAX_COLOUR", "7");
        } catch (IllegalStateException e) {
            assertEquals("cannot set MAX_COLOUR", e.getMessage());
            return;
        }
        throw new AssertionError("set");
    }
}
