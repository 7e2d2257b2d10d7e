package com.example.audit;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Calls as owner.method, a star for every method of the owner. */
public class Blacklist {

    private final Set<String> entries;

    public Blacklist(String... entries) {
        this.entries = new HashSet<String>(Arrays.asList(entries));
    }

    public boolean contains(String call) {
        return entries.contains(call) || entries.contains(call.substring(0, call.lastIndexOf('.')) + ".*");
    }
}
