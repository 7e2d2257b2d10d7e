package com.example.shell.command;

/** A command of the maintenance shell; each was a program of its own once. */
public interface Command {

    void main(String[] args, StringBuilder out);
}
