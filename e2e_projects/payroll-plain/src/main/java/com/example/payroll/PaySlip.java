package com.example.payroll;

/** What an employee earned, paid in tax and takes home in one month. */
public class PaySlip {

    private final Employee employee;
    private final Money gross;
    private final Money tax;

    PaySlip(Employee employee, Money gross, Money tax) {
        this.employee = employee;
        this.gross = gross;
        this.tax = tax;
    }

    public Employee getEmployee() {
        return employee;
    }

    public Money getGross() {
        return gross;
    }

    public Money getTax() {
        return tax;
    }

    public Money getNet() {
        return gross.minus(tax);
    }
}
