package com.example.reporting;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** The folders and jars the program was started with. */
public class ClassPath {

    public List<File> entries() {
        URLClassLoader loader = (URLClassLoader) ClassLoader.getSystemClassLoader();
        List<File> entries = new ArrayList<File>();
        for (URL url : loader.getURLs()) {
            try {
                entries.add(new File(url.toURI()));
            } catch (URISyntaxException e) {
                throw new IllegalStateException("class path entry " + url, e);
            }
        }
        return entries;
    }
}
