package com.example.claims;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import javax.annotation.PostConstruct;
import org.junit.Test;

public class LifecycleTest {

    @Test
    public void opensAndCloses() {
        ClaimFormat format = new ClaimFormat();
        assertFalse(format.isOpen());
        Lifecycle.start(format);
        assertTrue(format.isOpen());
        Lifecycle.stop(format);
        assertFalse(format.isOpen());
    }

    @Test
    public void tellsWhyAServiceDidNotStart() {
        try {
            Lifecycle.start(new Broken());
            fail("started");
        } catch (IllegalStateException e) {
            assertEquals("no disk", e.getCause().getCause().getMessage());
        }
    }

    public static class Broken {
        @PostConstruct
        public void open() {
            throw new IllegalArgumentException("no disk");
        }
    }
}
