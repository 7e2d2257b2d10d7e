package com.example.library;

import static org.junit.Assert.assertEquals;

import java.time.LocalDate;
import org.junit.Test;

public class LoanRulesTest {

    private final LoanRules rules = new LoanRules(14, 50);
    private final LocalDate lent = LocalDate.of(2017, 2, 1);

    @Test
    public void isDueAfterTwoWeeks() {
        assertEquals(LocalDate.of(2017, 2, 15), rules.due(lent));
    }

    @Test
    public void costsByTheDay() {
        assertEquals(150, rules.fine(lent, LocalDate.of(2017, 2, 18)));
        assertEquals(0, rules.fine(lent, LocalDate.of(2017, 2, 2)));
    }
}
