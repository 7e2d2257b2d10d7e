package com.example.payroll;

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Test;

public class PayrollRunTest {

    private PayrollRun run;
    private Employee anna;

    @Before
    public void setUp() {
        run = new PayrollRun();
        anna = new Employee("Anna", TaxClass.SINGLE, Money.of("20"));
    }

    @Test
    public void paysRegularHours() {
        PaySlip slip = run.add(anna, 100);
        assertEquals(Money.of("2000"), slip.getGross());
        assertEquals(Money.of("480"), slip.getTax());
        assertEquals(Money.of("1520"), slip.getNet());
    }

    @Test
    public void paysOvertimeWithAQuarterOnTop() {
        assertEquals(Money.of("3450"), run.add(anna, 170).getGross());
    }

    @Test
    public void sumsUpAllSlips() {
        run.add(anna, 10);
        run.add(new Employee("Bert", TaxClass.MARRIED, Money.of("30")), 10);
        assertEquals(Money.of("500"), run.total());
    }

    @Test
    public void listsTheBestPaidFirst() {
        run.add(anna, 10);
        run.add(new Employee("Bert", TaxClass.MARRIED, Money.of("30")), 10);
        assertEquals("Bert", run.byNetDescending().get(0).getEmployee().getName());
    }

    @Test(expected = IllegalArgumentException.class)
    public void refusesANegativeWage() {
        new Employee("Carl", TaxClass.SINGLE, Money.of("-1"));
    }
}
