package com.example.ledger.export;

import com.example.ledger.Entry;
import com.example.ledger.Journal;

/** Writes a journal as the text the tax adviser imports. */
public class CsvExport {

	private final char separator;

	public CsvExport(char separator) {
		this.separator = separator;
	}

	public String export(Journal journal) {
		StringBuilder csv = new StringBuilder("account").append(separator).append("amount\r\n");
		for (Entry entry : journal.getEntries()) {
			csv.append(entry.getAccount().getNumber()).append(separator);
			csv.append(Amounts.format(entry.getCents())).append("\r\n");
		}
		return csv.toString();
	}
}
