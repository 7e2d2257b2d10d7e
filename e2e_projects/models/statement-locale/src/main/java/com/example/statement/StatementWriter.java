package com.example.statement;

import java.text.DateFormat;

/** Writes a movement as the bank would. */
public class StatementWriter {

    private final DateFormat dates;
    private final char separator;

    public StatementWriter(StatementFormat format) {
        dates = format.dates();
        separator = format.separator();
    }

    public String write(Line line) {
        String pence = String.format("%03d", line.getPence());
        int point = pence.length() - 2;
        return dates.format(line.getDay()) + separator + pence.substring(0, point) + "."
                + pence.substring(point) + separator + line.getText();
    }
}
