package com.example.clinic.model;

import java.util.List;
import lombok.Builder;
import lombok.Singular;
import lombok.Value;

@Value
@Builder
public class Invoice {
    String patientName;
    @Singular
    List<Integer> positions;
    boolean reminder;

    public int total() {
        return positions.stream().mapToInt(Integer::intValue).sum();
    }
}
