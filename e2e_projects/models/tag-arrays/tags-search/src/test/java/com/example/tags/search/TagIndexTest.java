package com.example.tags.search;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.example.tags.model.Photo;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.Test;

public class TagIndexTest {

    private final Photo beach = new Photo("a.jpg", "Sea", "Family");
    private final Photo boat = new Photo("b.jpg", "boat", "sea");

    @Test
    public void findsWhateverTheCase() {
        TagIndex index = new TagIndex();
        index.add(beach);
        index.add(boat);
        assertEquals(new TreeSet<String>(Arrays.asList("a.jpg", "b.jpg")), index.find("SEA"));
        assertTrue(index.find("snow").isEmpty());
    }

    @Test
    public void sortsTheCaption() {
        assertEquals("a.jpg: Family Sea", TagIndex.caption(beach));
    }

    @Test
    public void sortingLeavesThePhotoAlone() {
        TagIndex.caption(beach);
        assertArrayEquals(new Object[] {"Sea", "Family"}, beach.getTags().toArray());
    }
}
