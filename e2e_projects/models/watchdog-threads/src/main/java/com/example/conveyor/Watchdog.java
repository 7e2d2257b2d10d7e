package com.example.conveyor;

/** Stops the drive when the belt has gone further than it may. */
public class Watchdog {

    private final Belt belt;
    private final Drive drive;
    private final long limit;

    public Watchdog(Belt belt, Drive drive, long limit) {
        this.belt = belt;
        this.drive = drive;
        this.limit = limit;
    }

    /** Returns whether everything was in order. */
    public boolean check() {
        if (belt.steps() <= limit) {
            return true;
        }
        drive.emergencyStop();
        return false;
    }
}
