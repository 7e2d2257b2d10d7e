package com.example.ledger;

/** An account of the books; its number starts with the digit of its kind. */
public class Account {

	private final String number;
	private final String title;

	public Account(String number, String title) {
		if (!number.matches("[1-9]\\d{3}")) {
			throw new IllegalArgumentException("account number " + number);
		}
		this.number = number;
		this.title = title;
	}

	public String getNumber() {
		return number;
	}

	public String getTitle() {
		return title;
	}

	public boolean isAsset() {
		return number.charAt(0) == '1';
	}
}
