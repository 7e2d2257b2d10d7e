package com.example.shell.command;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CommandsTest {

    @Test
    public void findsACommandByItsName() {
        assertTrue(Commands.get("backup") instanceof Backup);
        assertNull(Commands.get("format"));
    }

    @Test
    public void countsItsArguments() {
        StringBuilder out = new StringBuilder();
        Commands.get("count").main(new String[] {"a", "b", "c"}, out);
        assertEquals("3\n", out.toString());
    }
}
