package com.example.archive;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.fail;

import java.util.Arrays;
import org.junit.Before;
import org.junit.Test;

public class IndexTest {

    private final Index index = new Index();

    @Before
    public void fill() {
        index.add(new Document("Zölle", "Z 1"));
        index.add(new Document("Äpfel und Birnen", "A 7"));
        index.add(new Document("Straßenbau", "S 3"));
        index.add(new Document("Apotheken", "A 2"));
    }

    @Test
    public void ordnetUmlauteEin() {
        assertEquals(Arrays.asList("Äpfel und Birnen", "Apotheken", "Straßenbau", "Zölle"), index.titles());
    }

    @Test
    public void findetOhneUmlaute() {
        assertEquals("Z 1", index.shelfOf("zolle"));
        assertEquals("S 3", index.shelfOf("STRASSE"));
        assertNull(index.shelfOf("Brücken"));
    }

    @Test
    public void brauchtEinenTitel() {
        try {
            index.add(new Document("  ", "X 1"));
            fail("aufgenommen");
        } catch (IllegalArgumentException e) {
            assertEquals("kein Titel für X 1", e.getMessage());
        }
    }
}
