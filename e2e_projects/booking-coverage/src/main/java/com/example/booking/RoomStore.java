package com.example.booking;

import java.time.LocalDate;
import java.util.List;

/** Where rooms and their bookings are kept. */
public interface RoomStore {

    List<Room> rooms();

    boolean isFree(Room room, LocalDate day);

    void save(Room room, LocalDate day, String person);
}
