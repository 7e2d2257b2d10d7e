package com.example.tags.model;

import java.util.Arrays;
import java.util.List;

/** The tags of a photo, in the order they were given. */
public class Tags<T> {

    private final List<T> values;

    public Tags(T... values) {
        this.values = Arrays.asList(values);
    }

    public boolean contains(T tag) {
        return values.contains(tag);
    }

    /** Returns a copy that the caller may sort. */
    @SuppressWarnings("unchecked")
    public T[] toArray() {
        return (T[]) values.toArray();
    }
}
