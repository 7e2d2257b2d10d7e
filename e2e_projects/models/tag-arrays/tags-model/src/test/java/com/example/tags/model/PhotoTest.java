package com.example.tags.model;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class PhotoTest {

    @Test
    public void knowsItsTags() {
        Photo photo = new Photo("a.jpg", "Sea");
        assertTrue(photo.getTags().contains("Sea"));
        assertFalse(photo.getTags().contains("sea"));
    }
}
