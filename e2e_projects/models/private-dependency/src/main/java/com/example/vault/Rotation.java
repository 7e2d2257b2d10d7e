package com.example.vault;

/** Whether a password is due to be changed. */
public class Rotation {

    private static final long DAY = 24L * 60 * 60 * 1000;

    private final int days;

    public Rotation(int days) {
        this.days = days;
    }

    public boolean isDue(long changed, long now) {
        return now - changed >= days * DAY;
    }
}
