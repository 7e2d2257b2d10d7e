package com.example.scale;

import com.example.precision.ScaleDriver;

/** The scale on the counter. */
public class Scale {

    private final ScaleDriver driver;

    public Scale(String telegram) {
        driver = new ScaleDriver(telegram);
    }

    /** Returns grams. */
    public int weigh() {
        return driver.grams();
    }

    /** Returns the signed receipt of the calibration office. */
    public String receipt() {
        return driver.signedReceipt();
    }
}
