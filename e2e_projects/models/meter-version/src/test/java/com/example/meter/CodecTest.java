package com.example.meter;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CodecTest {

    private final Reading reading = new Reading(255, 4096);

    @Test
    public void speaksTheCompactForm() {
        assertEquals("ff-1000", Codec.best().encode(reading));
    }

    @Test
    public void readsWhatItWrote() {
        Reading back = Codec.best().decode(Codec.best().encode(reading));
        assertEquals(255, back.getMeter());
        assertEquals(4096, back.getWattHours());
    }

    @Test
    public void oldGatewaysSpeakText() {
        assertEquals("M255=4096", new TextCodec().encode(reading));
        assertEquals(4096, new TextCodec().decode("M255=4096").getWattHours());
    }
}
