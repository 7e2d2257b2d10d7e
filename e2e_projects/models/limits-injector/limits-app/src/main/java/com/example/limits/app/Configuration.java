package com.example.limits.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Applies limits.properties at the start of the application. */
public class Configuration {

    private final ConstantInjector injector = new ConstantInjector();

    public int apply() throws IOException {
        Properties limits = new Properties();
        InputStream in = Configuration.class.getResourceAsStream("/limits.properties");
        try {
            limits.load(in);
        } finally {
            in.close();
        }
        for (String constant : limits.stringPropertyNames()) {
            injector.set(constant, limits.getProperty(constant));
        }
        return limits.size();
    }
}
