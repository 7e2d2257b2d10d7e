package com.example.library;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** How long a book may stay away and what a late one costs. */
@Component
public class LoanRules {

    private final int loanDays;
    private final int fineCents;

    public LoanRules(@Value("${library.loan-days}") int loanDays, @Value("${library.fine-cents}") int fineCents) {
        this.loanDays = loanDays;
        this.fineCents = fineCents;
    }

    public LocalDate due(LocalDate lent) {
        return lent.plusDays(loanDays);
    }

    public long fine(LocalDate lent, LocalDate returned) {
        return Math.max(0, ChronoUnit.DAYS.between(due(lent), returned)) * fineCents;
    }
}
