package com.example.payroll;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Turns hours into pay slips; hours above 160 a month are paid with a quarter on top. */
public class PayrollRun {

    private static final int REGULAR_HOURS = 160;
    private static final BigDecimal OVERTIME = new BigDecimal("1.25");

    private final List<PaySlip> slips = new ArrayList<>();

    public PaySlip add(Employee employee, int hours) {
        int regular = Math.min(hours, REGULAR_HOURS);
        Money gross = employee.getHourlyWage().times(BigDecimal.valueOf(regular));
        if (hours > REGULAR_HOURS) {
            BigDecimal extra = OVERTIME.multiply(BigDecimal.valueOf(hours - REGULAR_HOURS));
            gross = gross.plus(employee.getHourlyWage().times(extra));
        }
        PaySlip slip = new PaySlip(employee, gross, gross.times(employee.getTaxClass().rate()));
        slips.add(slip);
        return slip;
    }

    public Money total() {
        Money total = Money.ZERO;
        for (PaySlip slip : slips) {
            total = total.plus(slip.getGross());
        }
        return total;
    }

    public List<PaySlip> byNetDescending() {
        List<PaySlip> sorted = new ArrayList<>(slips);
        Collections.sort(sorted, new Comparator<PaySlip>() {
            @Override
            public int compare(PaySlip a, PaySlip b) {
                return b.getNet().compareTo(a.getNet());
            }
        });
        return sorted;
    }
}
