package com.example.reporting;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public class ExtensionFinderTest {

    @Test
    public void findsTheTemplatesOfMainAndTests() {
        List<String> names = new ArrayList<String>(new ExtensionFinder(new ClassPath()).find().keySet());
        assertEquals(Arrays.asList("monthly", "trial"), names);
    }

    @Test
    public void knowsItsJars() {
        boolean junit = false;
        for (File entry : new ClassPath().entries()) {
            junit |= entry.getName().startsWith("junit-") && entry.isFile();
        }
        assertTrue("junit's jar is on the class path", junit);
    }

    @Test
    public void anEmptyClassPathHasNone() {
        ClassPath nothing = new ClassPath() {
            @Override
            public List<File> entries() {
                return Collections.emptyList();
            }
        };
        assertTrue(new ExtensionFinder(nothing).find().isEmpty());
    }

    @Test
    public void cutsTheEnding() {
        assertEquals("a.b", Names.stem("a.b.report"));
        assertEquals("plain", Names.stem("plain"));
    }
}
