package com.example.vault;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class RotationTest {

    @Test
    public void isDueAfterItsDays() {
        Rotation rotation = new Rotation(90);
        assertFalse(rotation.isDue(0, 90L * 86400000L - 1));
        assertTrue(rotation.isDue(0, 90L * 86400000L));
    }

    @Test
    public void escapesSlashes() {
        assertEquals("a%2Fb%25", Paths.escape("a/b%"));
    }
}
