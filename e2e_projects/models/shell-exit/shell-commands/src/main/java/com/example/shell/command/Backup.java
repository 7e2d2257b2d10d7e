package com.example.shell.command;

public class Backup implements Command {

    @Override
    public void main(String[] args, StringBuilder out) {
        if (args.length == 0) {
            out.append("usage: backup FOLDER\n");
            System.exit(2);
        }
        out.append("saved ").append(args[0]).append('\n');
        System.exit(0);
    }
}
