package com.example.notary;

import java.util.Calendar;
import java.util.Locale;
import javax.xml.bind.DatatypeConverter;

/** A signed paper with its date in the form of XML Schema. */
public class Deed {

    private final String parties;
    private final Calendar signed;

    public Deed(String parties, String signed) {
        this.parties = parties;
        this.signed = DatatypeConverter.parseDateTime(signed);
    }

    public int year() {
        return signed.get(Calendar.YEAR);
    }

    String text() {
        return String.format(Locale.ROOT, "%s|%tF", parties, signed);
    }
}
