package com.example.statement;

import java.io.IOException;
import java.io.InputStream;
import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** The form of a bank's statements, read from bank.properties. */
public class StatementFormat {

    private final Properties settings = new Properties();

    public StatementFormat() {
        InputStream in = StatementFormat.class.getResourceAsStream("bank.properties");
        try {
            settings.load(in);
            in.close();
        } catch (IOException e) {
            throw new IllegalStateException("no bank.properties", e);
        }
    }

    public DateFormat dates() {
        String[] locale = settings.getProperty("date.locale").split("_");
        DateFormat format = new SimpleDateFormat(settings.getProperty("date.pattern"),
                new Locale(locale[0], locale.length > 1 ? locale[1] : ""));
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        format.setLenient(false);
        return format;
    }

    public char separator() {
        return settings.getProperty("separator").charAt(0);
    }
}
