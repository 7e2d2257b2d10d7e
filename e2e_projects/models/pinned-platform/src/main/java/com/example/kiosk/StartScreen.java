package com.example.kiosk;

/** The line on the start screen. */
public class StartScreen {

    private final Platform platform;

    public StartScreen(Platform platform) {
        this.platform = platform;
    }

    public String line(String shop) {
        return shop + " (Java " + platform.javaVersion() + ")";
    }
}
