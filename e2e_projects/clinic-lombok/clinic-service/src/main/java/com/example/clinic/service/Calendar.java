package com.example.clinic.service;

import com.example.clinic.model.Appointment;
import com.example.clinic.model.Patient;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The day of one doctor: no two appointments overlap. */
public class Calendar {

    private final List<Appointment> appointments = new ArrayList<>();

    public boolean book(Patient patient, LocalDateTime start, int minutes) {
        Appointment wanted = new Appointment(patient, start, minutes, null);
        boolean taken = appointments.stream()
                .anyMatch(a -> a.getStart().isBefore(wanted.end()) && start.isBefore(a.end()));
        if (!taken) {
            if (patient.getPhone() == null) {
                wanted.setNote("ask for a phone number");
            }
            appointments.add(wanted);
        }
        return !taken;
    }

    public List<String> agenda() {
        return appointments.stream()
                .sorted(Comparator.comparing(Appointment::getStart))
                .map(a -> a.getStart().toLocalTime() + " " + a.getPatient().getName()
                        + (a.getNote() == null ? "" : " (" + a.getNote() + ")"))
                .collect(Collectors.toList());
    }
}
