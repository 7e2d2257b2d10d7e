package com.example.statement;

import java.util.Date;

/** A movement on the account. */
public class Line {

    private final Date day;
    private final long pence;
    private final String text;

    public Line(Date day, long pence, String text) {
        this.day = day;
        this.pence = pence;
        this.text = text;
    }

    public Date getDay() {
        return day;
    }

    public long getPence() {
        return pence;
    }

    public String getText() {
        return text;
    }
}
