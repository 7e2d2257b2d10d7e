package com.example.clinic.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.junit.Test;

public class AppointmentTest {

    private final Patient ada = new Patient("Ada", LocalDate.of(1985, 12, 10));
    private final LocalDateTime nine = LocalDateTime.of(2015, 3, 2, 9, 0);

    @Test
    public void isTheSameWhateverTheNote() {
        Appointment a = new Appointment(ada, nine, 20, "first visit");
        Appointment b = new Appointment(ada, nine, 20, null);
        assertEquals(a, b);
        assertEquals(a.hashCode(), b.hashCode());
    }

    @Test
    public void keepsTheNoteOutOfTheLog() {
        assertFalse(new Appointment(ada, nine, 20, "secret").toString().contains("secret"));
    }

    @Test(expected = NullPointerException.class)
    public void needsAPatient() {
        new Appointment(null, nine, 20, null);
    }
}
