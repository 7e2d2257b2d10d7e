package com.example.booking;

public class Room {

    private final String name;
    private final int seats;

    public Room(String name, int seats) {
        this.name = name;
        this.seats = seats;
    }

    public String getName() {
        return name;
    }

    public int getSeats() {
        return seats;
    }
}
