package com.example.notary;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotaryTest {

    private final Deed deed = new Deed("Ada and Bob", "2014-06-30T10:00:00Z");

    @ParameterizedTest
    @CsvSource({"MD5, 32", "SHA-1, 40", "SHA-256, 64"})
    void aSealIsAsLongAsItsAlgorithmSays(String algorithm, int digits) {
        assertEquals(digits, new Notary(algorithm).seal(deed).print().length());
    }

    @Test
    void needsAKnownAlgorithm() {
        assertThrows(IllegalArgumentException.class, () -> new Notary("ROT-13").seal(deed));
    }

    @Nested
    class Checking {

        private final Notary notary = new Notary("SHA-256");

        @Test
        @DisplayName("knows its own seal, printed in groups")
        void knowsItsOwnSeal() {
            String printed = notary.seal(deed).print().replaceAll("(.{8})", "$1 ");
            assertTrue(notary.isGenuine(deed, printed.toLowerCase()));
        }

        @Test
        void seesAnotherDate() {
            Deed later = new Deed("Ada and Bob", "2014-07-01T10:00:00Z");
            assertFalse(notary.isGenuine(later, notary.seal(deed).print()));
        }
    }
}
