package com.example.library;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.time.LocalDate;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.junit4.SpringRunner;

@RunWith(SpringRunner.class)
@SpringBootTest
public class LoanDeskTest {

    @Autowired
    private LoanDesk desk;

    @Autowired
    private LoanRules rules;

    @Test
    public void readsTheRulesFromTheProperties() {
        assertEquals(LocalDate.of(2017, 3, 29), rules.due(LocalDate.of(2017, 3, 1)));
    }

    @Test
    public void lendsABookOnce() {
        desk.lend("978-0");
        try {
            desk.lend("978-0");
            fail("lent twice");
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage(), e.getMessage().startsWith("978-0 is out until 2"));
        }
    }

    @Test
    public void aBookOnTimeIsFree() {
        desk.lend("978-1");
        assertEquals(0, desk.takeBack("978-1"));
    }
}
