package com.example.kiosk;

/** Falls back to the start screen when nobody touches the kiosk. */
public class Idle {

    private final long limit;
    private long touched;

    public Idle(long limit) {
        this.limit = limit;
    }

    public void touch(long now) {
        touched = now;
    }

    public boolean isOver(long now) {
        return now - touched > limit;
    }
}
