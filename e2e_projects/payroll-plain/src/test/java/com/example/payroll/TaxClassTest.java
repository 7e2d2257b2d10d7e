package com.example.payroll;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.fail;

import org.junit.Test;

public class TaxClassTest {

    @Test
    public void readsTheCodesOfTheTaxOffice() {
        assertSame(TaxClass.SINGLE, TaxClass.parse("1"));
        assertSame(TaxClass.SECOND_JOB, TaxClass.parse("6"));
    }

    @Test
    public void namesTheUnknownCode() {
        try {
            TaxClass.parse("9");
            fail("no exception");
        } catch (IllegalArgumentException e) {
            assertEquals("no such tax class: 9", e.getMessage());
        }
    }
}
