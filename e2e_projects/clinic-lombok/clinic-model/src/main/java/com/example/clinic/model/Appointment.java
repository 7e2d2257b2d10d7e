package com.example.clinic.model;

import java.time.LocalDateTime;
import lombok.AllArgsConstructor;
import lombok.EqualsAndHashCode;
import lombok.Getter;
import lombok.NonNull;
import lombok.Setter;
import lombok.ToString;

@Getter
@AllArgsConstructor
@ToString(exclude = "note")
@EqualsAndHashCode(of = {"patient", "start"})
public class Appointment {
    @NonNull
    private final Patient patient;
    @NonNull
    private final LocalDateTime start;
    private final int minutes;
    @Setter
    private String note;

    public LocalDateTime end() {
        return start.plusMinutes(minutes);
    }
}
