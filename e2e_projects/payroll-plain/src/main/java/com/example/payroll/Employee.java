package com.example.payroll;

/** A person on the pay list. */
public class Employee {

    private final String name;
    private final TaxClass taxClass;
    private final Money hourlyWage;

    public Employee(String name, TaxClass taxClass, Money hourlyWage) {
        if (hourlyWage.isNegative()) {
            throw new IllegalArgumentException("wage of " + name + " is negative");
        }
        this.name = name;
        this.taxClass = taxClass;
        this.hourlyWage = hourlyWage;
    }

    public String getName() {
        return name;
    }

    public TaxClass getTaxClass() {
        return taxClass;
    }

    public Money getHourlyWage() {
        return hourlyWage;
    }
}
