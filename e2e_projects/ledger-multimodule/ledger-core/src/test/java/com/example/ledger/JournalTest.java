package com.example.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Test;

public class JournalTest {

	private final Account bank = new Account("1200", "Bank");
	private final Account sales = new Account("8400", "Sales");
	private final Journal journal = new Journal();

	@Test
	public void keepsTheBalanceOfEveryAccount() {
		journal.book(new Entry(bank, 11900), new Entry(sales, -11900));
		journal.book(new Entry(bank, 100), new Entry(sales, -100));
		assertEquals(Long.valueOf(12000), journal.balances().get("1200"));
		assertEquals(Long.valueOf(-12000), journal.balances().get("8400"));
	}

	@Test
	public void refusesABookingThatDoesNotBalance() {
		try {
			journal.book(new Entry(bank, 5), new Entry(sales, -7));
			fail("booked");
		} catch (UnbalancedException e) {
			assertEquals(-2, e.getDifference());
			assertTrue(journal.getEntries().isEmpty());
		}
	}

	@Test
	public void knowsAssetsByTheirNumber() {
		assertTrue(bank.isAsset());
		assertTrue(!sales.isAsset());
	}

	@Test(expected = IllegalArgumentException.class)
	public void refusesAnAccountNumberWithLetters() {
		new Account("12A0", "Bank");
	}
}
