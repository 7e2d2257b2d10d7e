package com.example.ledger.export;

final class Amounts {

	private Amounts() {
	}

	static String format(long cents) {
		long whole = Math.abs(cents) / 100;
		long rest = Math.abs(cents) % 100;
		return (cents < 0 ? "-" : "") + whole + "." + (rest < 10 ? "0" : "") + rest;
	}
}
