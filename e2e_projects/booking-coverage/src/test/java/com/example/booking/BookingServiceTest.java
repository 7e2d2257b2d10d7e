package com.example.booking;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.mockito.Matchers.any;
import static org.mockito.Matchers.anyString;
import static org.mockito.Matchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.LocalDate;
import java.util.Arrays;
import org.junit.Before;
import org.junit.Test;

public class BookingServiceTest {

    private static final LocalDate DAY = LocalDate.of(2016, 5, 4);

    private final Room attic = new Room("Attic", 4);
    private final Room hall = new Room("Hall", 40);
    private final Room study = new Room("Study", 12);

    private RoomStore store;
    private Mailer mailer;
    private BookingService service;

    @Before
    public void setUp() {
        store = mock(RoomStore.class);
        mailer = mock(Mailer.class);
        service = new BookingService(store, mailer);
        when(store.rooms()).thenReturn(Arrays.asList(hall, study, attic));
        when(store.isFree(any(Room.class), eq(DAY))).thenReturn(true);
    }

    @Test
    public void takesTheSmallestRoomThatFits() {
        assertEquals("Study", service.book("eve", 10, DAY).get().getName());
        verify(store).save(study, DAY, "eve");
    }

    @Test
    public void leavesOutTakenRooms() {
        when(store.isFree(study, DAY)).thenReturn(false);
        assertEquals("Hall", service.book("eve", 10, DAY).get().getName());
    }

    @Test
    public void tellsThePerson() {
        service.book("eve", 3, DAY);
        verify(mailer).send("eve", "You have Attic on 2016-05-04");
    }

    @Test
    public void saysNoWhenThereIsNoRoom() {
        assertFalse(service.book("bob", 100, DAY).isPresent());
        verify(store, never()).save(any(Room.class), any(LocalDate.class), anyString());
        verify(mailer).send("bob", "No room for 100 on 2016-05-04");
    }
}
