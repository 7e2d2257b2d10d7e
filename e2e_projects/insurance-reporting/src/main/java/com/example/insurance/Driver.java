package com.example.insurance;

/** The holder of the policy. */
public class Driver {

    private final int age;
    private final int claimFreeYears;

    public Driver(int age, int claimFreeYears) {
        if (age < 17) {
            throw new IllegalArgumentException("too young to drive: " + age);
        }
        this.age = age;
        this.claimFreeYears = claimFreeYears;
    }

    public int getAge() {
        return age;
    }

    public int getClaimFreeYears() {
        return claimFreeYears;
    }
}
