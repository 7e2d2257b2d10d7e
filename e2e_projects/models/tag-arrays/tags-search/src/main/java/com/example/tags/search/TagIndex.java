package com.example.tags.search;

import com.example.tags.model.Photo;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds photos by tag. */
public class TagIndex {

    private final SortedMap<String, SortedSet<String>> files = new TreeMap<String, SortedSet<String>>();

    public void add(Photo photo) {
        String[] tags = photo.getTags().toArray();
        for (String tag : tags) {
            String key = tag.toLowerCase();
            if (!files.containsKey(key)) {
                files.put(key, new TreeSet<String>());
            }
            files.get(key).add(photo.getFile());
        }
    }

    public SortedSet<String> find(String tag) {
        SortedSet<String> found = files.get(tag.toLowerCase());
        return found == null ? new TreeSet<String>() : found;
    }

    public static String caption(Photo photo) {
        String[] tags = photo.getTags().toArray();
        Arrays.sort(tags);
        StringBuilder caption = new StringBuilder(photo.getFile()).append(':');
        for (String tag : tags) {
            caption.append(' ').append(tag);
        }
        return caption.toString();
    }
}
