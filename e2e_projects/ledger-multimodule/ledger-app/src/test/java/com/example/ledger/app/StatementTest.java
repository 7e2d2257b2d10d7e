package com.example.ledger.app;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class StatementTest {

	private final Statement statement = new Statement();

	@Test
	public void anUnusedTillIsEmpty() {
		assertEquals(0, statement.inTheTill());
	}

	@Test
	public void splitsTheTaxFromAsale() {
		statement.sale(11900);
		assertEquals(11900, statement.inTheTill());
		assertTrue(statement.print(), statement.print().contains("3806\t-19.00\r\n"));
	}
}
