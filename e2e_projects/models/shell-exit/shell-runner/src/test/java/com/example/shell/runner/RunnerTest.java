package com.example.shell.runner;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RunnerTest {

    private final Runner runner = new Runner();

    @Test
    public void tellsTheExitCode() {
        assertEquals(0, runner.run("backup /home"));
        assertEquals("saved /home\n", runner.output());
    }

    @Test
    public void stopsWhereTheCommandStops() {
        assertEquals(2, runner.run("backup"));
        assertEquals("usage: backup FOLDER\n", runner.output());
    }

    @Test
    public void aCommandMayJustEnd() {
        assertEquals(0, runner.run("count a b"));
        assertEquals(1, runner.run("count a b c d"));
        assertEquals("2\n4\n", runner.output());
    }

    @Test
    public void knowsNoOtherCommand() {
        assertEquals(127, runner.run("format c:"));
    }
}
