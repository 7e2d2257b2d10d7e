package com.example.conveyor;

/** The switch of a belt: start, pause, go on, emergency stop. */
public class Drive {

    private final Thread thread;

    public Drive(Belt belt) {
        thread = new Thread(belt, "belt");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public void pause() {
        thread.suspend();
    }

    public void goOn() {
        thread.resume();
    }

    public void emergencyStop() {
        thread.stop();
    }

    public boolean isOn() {
        return thread.isAlive();
    }
}
