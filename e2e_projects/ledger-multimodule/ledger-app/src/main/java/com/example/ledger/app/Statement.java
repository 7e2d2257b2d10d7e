package com.example.ledger.app;

import com.example.ledger.Account;
import com.example.ledger.Entry;
import com.example.ledger.Journal;
import com.example.ledger.export.CsvExport;

/** A little front for the books of one shop. */
public class Statement {

	private final Account till = new Account("1000", "Till");
	private final Account sales = new Account("8400", "Sales");
	private final Account vat = new Account("3806", "VAT 19 %");
	private final Journal journal = new Journal();

	/** Books a sale at its gross price in cents. */
	public void sale(long gross) {
		long net = Math.round(gross / 1.19);
		journal.book(new Entry(till, gross), new Entry(sales, -net), new Entry(vat, net - gross));
	}

	public long inTheTill() {
		Long balance = journal.balances().get(till.getNumber());
		return balance == null ? 0 : balance;
	}

	public String print() {
		return new CsvExport('\t').export(journal);
	}
}
