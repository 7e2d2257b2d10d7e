package com.example.statement;

import java.text.DateFormat;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a statement, one movement a line. */
public class StatementReader {

    private final DateFormat dates;
    private final String separator;

    public StatementReader(StatementFormat format) {
        dates = format.dates();
        separator = Pattern.quote(String.valueOf(format.separator()));
    }

    public List<Line> read(String statement) throws ParseException {
        List<Line> lines = new ArrayList<Line>();
        for (String line : statement.split("\n")) {
            String[] cells = line.split(separator);
            long pence = Long.parseLong(cells[1].replace(".", ""));
            lines.add(new Line(dates.parse(cells[0]), pence, cells[2]));
        }
        return lines;
    }
}
