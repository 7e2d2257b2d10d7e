package com.example.ledger.export;

import static org.junit.Assert.assertEquals;

import com.example.ledger.Account;
import com.example.ledger.Entry;
import com.example.ledger.Journal;
import org.junit.Test;

public class CsvExportTest {

	@Test
	public void writesOneLinePerEntry() {
		Journal journal = new Journal();
		journal.book(new Entry(new Account("1200", "Bank"), 105), new Entry(new Account("8400", "Sales"), -105));
		assertEquals("account;amount\r\n1200;1.05\r\n8400;-1.05\r\n", new CsvExport(';').export(journal));
	}

	@Test
	public void anEmptyJournalIsAHeadLine() {
		assertEquals("account,amount\r\n", new CsvExport(',').export(new Journal()));
	}

	@Test
	public void padsTheCents() {
		assertEquals("-0.07", Amounts.format(-7));
		assertEquals("1234.50", Amounts.format(123450));
	}
}
