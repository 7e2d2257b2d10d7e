package com.example.ledger;

/** One side of a booking, in cents; credit is negative. */
public class Entry {

	private final Account account;
	private final long cents;

	public Entry(Account account, long cents) {
		this.account = account;
		this.cents = cents;
	}

	public Account getAccount() {
		return account;
	}

	public long getCents() {
		return cents;
	}
}
