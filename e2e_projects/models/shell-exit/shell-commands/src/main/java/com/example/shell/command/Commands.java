package com.example.shell.command;

import java.util.Map;
import java.util.TreeMap;

public final class Commands {

    private static final Map<String, Command> ALL = new TreeMap<>();

    static {
        ALL.put("backup", new Backup());
        ALL.put("count", new Count());
    }

    private Commands() {
    }

    public static Command get(String name) {
        return ALL.get(name);
    }
}
