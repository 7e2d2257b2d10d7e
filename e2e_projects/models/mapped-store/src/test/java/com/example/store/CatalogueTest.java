package com.example.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import java.nio.ByteBuffer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class CatalogueTest {

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void keepsNamesAcrossAClose() throws Exception {
        File file = folder.newFile();
        try (Pages pages = new Pages(file, 4)) {
            new Catalogue(pages).put(3, "J\u00fcrgen");
        }
        try (Pages pages = new Pages(file, 4)) {
            assertEquals("J\u00fcrgen", new Catalogue(pages).get(3));
            assertEquals("", new Catalogue(pages).get(0));
        }
    }

    @Test
    public void freesTheMappingAtOnce() throws Exception {
        int before = Unmapper.count();
        Pages pages = new Pages(folder.newFile(), 1);
        pages.close();
        pages.close();
        assertEquals(before + 1, Unmapper.count());
    }

    @Test
    public void aHeapBufferHasNothingToFree() {
        int before = Unmapper.count();
        try {
            Unmapper.unmap(ByteBuffer.allocate(8));
        } catch (RuntimeException e) {
            // a heap buffer may be refused
        }
        assertEquals(before, Unmapper.count());
    }

    @Test
    public void aClosedStoreIsClosed() throws Exception {
        Pages pages = new Pages(folder.newFile(), 1);
        pages.close();
        try {
            pages.read(0, 1);
            fail("read");
        } catch (IllegalStateException e) {
            assertEquals("the store is closed", e.getMessage());
        }
    }

    @Test
    public void refusesALongName() throws Exception {
        try (Pages pages = new Pages(folder.newFile(), 1)) {
            new Catalogue(pages).put(0, new String(new char[64]).replace('\0', 'x'));
            fail("stored");
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage(), e.getMessage().contains("65"));
        }
    }
}
