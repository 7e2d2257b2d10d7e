package com.example.clinic.model;

import java.time.LocalDate;
import lombok.Data;

@Data
public class Patient {
    private final String name;
    private final LocalDate born;
    private String phone;
    private boolean privatelyInsured;
}
