package com.example.statement;

import static org.junit.Assert.assertEquals;

import java.text.ParseException;
import java.util.Date;
import java.util.List;
import org.junit.Test;

public class StatementTest {

    private final StatementFormat format = new StatementFormat();
    private final StatementReader reader = new StatementReader(format);
    private final StatementWriter writer = new StatementWriter(format);

    @Test
    public void readsAStatement() throws ParseException {
        List<Line> lines = reader.read("12 Sep 2013|19.99|books\n01 Oct 2013|250.00|rent");
        assertEquals(2, lines.size());
        assertEquals(1378944000000L, lines.get(0).getDay().getTime());
        assertEquals(1999, lines.get(0).getPence());
        assertEquals("rent", lines.get(1).getText());
    }

    @Test
    public void writesAMovement() {
        assertEquals("12 Sep 2013|0.05|interest", writer.write(new Line(new Date(1378944000000L), 5, "interest")));
    }

    @Test
    public void everyMonthComesBack() throws ParseException {
        for (int month = 0; month < 12; month++) {
            Date day = new Date(1357000000000L + month * 30L * 86400000L);
            String written = writer.write(new Line(day, 100, "x"));
            assertEquals(written, writer.write(reader.read(written).get(0)));
        }
    }

    @Test(expected = ParseException.class)
    public void refusesAnImpossibleDay() throws ParseException {
        reader.read("31 Feb 2013|1.00|x");
    }
}
