package com.example.ledger;

public class UnbalancedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final long difference;

	public UnbalancedException(long difference) {
		super("booking is off by " + difference + " cents");
		this.difference = difference;
	}

	public long getDifference() {
		return difference;
	}
}
