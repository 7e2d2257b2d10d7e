package com.example.clinic.service;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.example.clinic.model.Invoice;
import com.example.clinic.model.Patient;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import org.junit.Test;

public class ClinicTest {

    private final Patient ada = new Patient("Ada", LocalDate.of(1985, 12, 10));
    private final Patient bob = new Patient("Bob", LocalDate.of(1960, 1, 31));
    private final LocalDateTime nine = LocalDateTime.of(2015, 3, 2, 9, 0);

    @Test
    public void refusesAnOverlap() {
        Calendar calendar = new Calendar();
        assertTrue(calendar.book(ada, nine, 30));
        assertFalse(calendar.book(bob, nine.plusMinutes(29), 10));
        assertTrue(calendar.book(bob, nine.plusMinutes(30), 10));
    }

    @Test
    public void listsTheDayInOrder() {
        Calendar calendar = new Calendar();
        bob.setPhone("0151 1");
        calendar.book(bob, nine.plusHours(1), 15);
        calendar.book(ada, nine, 15);
        assertEquals(Arrays.asList("09:00 Ada (ask for a phone number)", "10:00 Bob"), calendar.agenda());
    }

    @Test
    public void billsPrivatePatientsMore() {
        bob.setPrivatelyInsured(true);
        Invoice invoice = new Billing().bill(bob, 100, 20);
        assertEquals(276, invoice.total());
        assertEquals(120, new Billing().bill(ada, 100, 20).total());
        assertFalse(invoice.isReminder());
    }
}
