package com.example.library;

import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.PostConstruct;
import org.springframework.stereotype.Service;

@Service
public class LoanDesk {

    private final LoanRules rules;
    private final Clock clock;
    private Map<String, LocalDate> lent;

    public LoanDesk(LoanRules rules, Clock clock) {
        this.rules = rules;
        this.clock = clock;
    }

    @PostConstruct
    void open() {
        lent = new HashMap<>();
    }

    public LocalDate lend(String isbn) {
        if (lent.containsKey(isbn)) {
            throw new IllegalStateException(isbn + " is out until " + rules.due(lent.get(isbn)));
        }
        LocalDate today = LocalDate.now(clock);
        lent.put(isbn, today);
        return rules.due(today);
    }

    /** Returns the fine in cents. */
    public long takeBack(String isbn) {
        return rules.fine(lent.remove(isbn), LocalDate.now(clock));
    }
}
