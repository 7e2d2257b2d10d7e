package com.example.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bookings in their order; every booking must balance. */
public class Journal {

	private final List<Entry> entries = new ArrayList<Entry>();

	public void book(Entry... sides) {
		long sum = 0;
		for (Entry side : sides) {
			sum += side.getCents();
		}
		if (sum != 0) {
			throw new UnbalancedException(sum);
		}
		entries.addAll(Arrays.asList(sides));
	}

	public List<Entry> getEntries() {
		return Collections.unmodifiableList(entries);
	}

	public Map<String, Long> balances() {
		Map<String, Long> balances = new TreeMap<String, Long>();
		for (Entry entry : entries) {
			String number = entry.getAccount().getNumber();
			Long before = balances.get(number);
			balances.put(number, (before == null ? 0 : before) + entry.getCents());
		}
		return balances;
	}
}
