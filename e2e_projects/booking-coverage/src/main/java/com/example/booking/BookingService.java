package com.example.booking;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.Optional;

/** Books the smallest free room that is large enough and tells the person. */
public class BookingService {

    private final RoomStore store;
    private final Mailer mailer;

    public BookingService(RoomStore store, Mailer mailer) {
        this.store = store;
        this.mailer = mailer;
    }

    public Optional<Room> book(String person, int seats, LocalDate day) {
        Optional<Room> room = store.rooms().stream()
                .filter(r -> r.getSeats() >= seats)
                .filter(r -> store.isFree(r, day))
                .min(Comparator.comparingInt(Room::getSeats));
        if (room.isPresent()) {
            store.save(room.get(), day, person);
            mailer.send(person, "You have " + room.get().getName() + " on " + day);
        } else {
            mailer.send(person, "No room for " + seats + " on " + day);
        }
        return room;
    }
}
