package com.example.notary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class DeedTest {

    @Test
    void readsTheYear() {
        assertEquals(2014, new Deed("Ada", "2014-06-30").year());
    }

    @Test
    void printsThePartiesAndTheDay() {
        assertEquals("Ada|1999-12-31", new Deed("Ada", "1999-12-31").text());
    }

    @Test
    void refusesADateOfAnotherForm() {
        assertThrows(IllegalArgumentException.class, () -> new Deed("Ada", "31.12.1999"));
    }
}
