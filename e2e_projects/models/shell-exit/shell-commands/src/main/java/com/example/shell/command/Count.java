package com.example.shell.command;

public class Count implements Command {

    @Override
    public void main(String[] args, StringBuilder out) {
        out.append(args.length).append('\n');
        if (args.length > 3) {
            Runtime.getRuntime().exit(1);
        }
    }
}
