package com.example.conveyor;

import java.util.concurrent.atomic.AtomicLong;

/** The belt moves a step at a time while its thread runs. */
public class Belt implements Runnable {

    private final AtomicLong steps = new AtomicLong();

    @Override
    public void run() {
        while (true) {
            steps.incrementAndGet();
            Thread.yield();
        }
    }

    public long steps() {
        return steps.get();
    }
}
