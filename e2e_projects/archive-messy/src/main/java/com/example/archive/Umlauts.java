package com.example.archive;

import org.apache.commons.lang.StringUtils;

/** Sortierschlüssel nach DIN 5007: ä wie a, ß wie ss. */
public final class Umlauts {

    private static final String FROM = "äöüÄÖÜ";
    private static final String TO = "aouAOU";

    private Umlauts() {
    }

    public static String sortKey(String word) {
        return StringUtils.replace(StringUtils.replaceChars(word, FROM, TO), "ß", "ss").toLowerCase();
    }
}
