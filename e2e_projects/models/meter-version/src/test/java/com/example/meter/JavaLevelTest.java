package com.example.meter;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class JavaLevelTest {

    @Test
    public void readsTheLevel() {
        assertEquals(6, JavaLevel.parse("1.6.0_45"));
        assertEquals(7, JavaLevel.parse("1.7.0_80"));
    }

    @Test
    public void thisMachineIsNotTooOld() {
        assertTrue(JavaLevel.current() >= 6);
    }
}
