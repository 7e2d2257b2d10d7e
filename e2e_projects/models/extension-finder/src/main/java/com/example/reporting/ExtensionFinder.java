package com.example.reporting;

import java.io.File;
import java.util.List;
import java.util.TreeMap;
import java.util.Map;

/** Finds report templates (*.report) in the folders of the class path, by name. */
public class ExtensionFinder {

    private final ClassPath classPath;

    public ExtensionFinder(ClassPath classPath) {
        this.classPath = classPath;
    }

    public Map<String, File> find() {
        Map<String, File> found = new TreeMap<String, File>();
        for (File entry : classPath.entries()) {
            if (entry.isDirectory()) {
                collect(entry, found);
            }
        }
        return found;
    }

    private void collect(File folder, Map<String, File> found) {
        for (File file : folder.listFiles()) {
            if (file.isDirectory()) {
                collect(file, found);
            } else if (file.getName().endsWith(".report")) {
                found.put(Names.stem(file.getName()), file);
            }
        }
    }
}
