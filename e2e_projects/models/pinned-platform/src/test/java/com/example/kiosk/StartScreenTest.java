package com.example.kiosk;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class StartScreenTest {

    @Test
    public void showsTheShopAndTheJava() {
        Platform platform = new Platform() {
            @Override
            public String javaVersion() {
                return "1.7";
            }
        };
        assertEquals("Corner (Java 1.7)", new StartScreen(platform).line("Corner"));
    }

    @Test
    public void goesIdle() {
        Idle idle = new Idle(1000);
        idle.touch(500);
        assertFalse(idle.isOver(1500));
        assertTrue(idle.isOver(1501));
    }
}
