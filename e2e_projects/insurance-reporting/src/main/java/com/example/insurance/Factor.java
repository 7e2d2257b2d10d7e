package com.example.insurance;

/** One reason for a dearer or cheaper premium, in percent of the premium before it. */
public interface Factor {

    int percent(Driver driver, Vehicle vehicle, int year);
}
