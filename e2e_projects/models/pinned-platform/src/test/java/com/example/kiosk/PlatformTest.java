package com.example.kiosk;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.URLClassLoader;
import org.junit.Test;

public class PlatformTest {

    private final Platform platform = new Platform();

    /** The kiosks are certified with Java 6 to 8 only. */
    @Test
    public void runsOnACertifiedJava() {
        assertTrue(System.getProperty("java.vm.specification.version").matches("1\\.[678]"));
        assertEquals(System.getProperty("java.vm.specification.version"), platform.javaVersion());
    }

    @Test
    public void loadsFromUrls() {
        assertTrue(platform.applicationLoader() instanceof URLClassLoader);
    }
}
