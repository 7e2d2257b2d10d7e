package com.example.archive;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class UmlautsTest {

    @Test
    public void ersetztEinzelneBuchstaben() {
        assertEquals("ubergrosse", Umlauts.sortKey("Übergröße"));
        assertEquals(1, "ß".length());
    }
}
