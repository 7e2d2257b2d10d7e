package com.example.insurance;

import java.util.Arrays;
import java.util.List;

/** The factors of the 2009 tariff. */
final class Factors {

    static final Factor NOVICE = new Factor() {
        public int percent(Driver driver, Vehicle vehicle, int year) {
            return driver.getAge() < 23 ? 140 : 100;
        }
    };

    static final Factor NO_CLAIMS = new Factor() {
        public int percent(Driver driver, Vehicle vehicle, int year) {
            return Math.max(30, 100 - 5 * driver.getClaimFreeYears());
        }
    };

    static final Factor OLD_CAR = new Factor() {
        public int percent(Driver driver, Vehicle vehicle, int year) {
            return vehicle.ageIn(year) > 10 ? 110 : 100;
        }
    };

    static final Factor GARAGE = new Factor() {
        public int percent(Driver driver, Vehicle vehicle, int year) {
            return vehicle.hasGarage() ? 95 : 100;
        }
    };

    static final List<Factor> ALL = Arrays.asList(NOVICE, NO_CLAIMS, OLD_CAR, GARAGE);

    private Factors() {
    }
}
