package com.example.conveyor;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.After;
import org.junit.Test;

public class DriveTest {

    private final Belt belt = new Belt();
    private final Drive drive = new Drive(belt);

    @After
    public void off() {
        drive.emergencyStop();
    }

    @Test(timeout = 20000)
    public void startsTheBelt() throws InterruptedException {
        drive.start();
        waitBeyond(10);
        assertTrue(drive.isOn());
    }

    @Test(timeout = 20000)
    public void pausesAndGoesOn() throws InterruptedException {
        drive.start();
        waitBeyond(10);
        drive.pause();
        Thread.sleep(50);
        long standing = belt.steps();
        Thread.sleep(100);
        assertEquals(standing, belt.steps());
        assertTrue(drive.isOn());
        drive.goOn();
        waitBeyond(standing);
    }

    @Test(timeout = 20000)
    public void stopsForGood() throws InterruptedException {
        drive.start();
        waitBeyond(1);
        drive.emergencyStop();
        while (drive.isOn()) {
            Thread.sleep(5);
        }
        long standing = belt.steps();
        Thread.sleep(50);
        assertEquals(standing, belt.steps());
    }

    @Test(timeout = 20000)
    public void theWatchdogBites() throws InterruptedException {
        Watchdog watchdog = new Watchdog(belt, drive, 1000);
        assertTrue(watchdog.check());
        drive.start();
        waitBeyond(1000);
        assertFalse(watchdog.check());
        while (drive.isOn()) {
            Thread.sleep(5);
        }
    }

    private void waitBeyond(long steps) throws InterruptedException {
        while (belt.steps() <= steps) {
            Thread.sleep(5);
        }
    }
}
