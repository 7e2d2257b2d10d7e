package com.example.shell.runner;

import com.example.shell.command.Command;
import com.example.shell.command.Commands;
import java.util.Arrays;

/** Runs a line of the shell inside this process and tells its exit code. */
public class Runner {

    private final StringBuilder out = new StringBuilder();

    public int run(String line) {
        String[] words = line.trim().split("\\s+");
        Command command = Commands.get(words[0]);
        if (command == null) {
            out.append("no such command: ").append(words[0]).append('\n');
            return 127;
        }
        String[] args = Arrays.copyOfRange(words, 1, words.length);
        return new ExitTrap().call(() -> command.main(args, out));
    }

    public String output() {
        return out.toString();
    }
}
