package com.example.tariff;

import static org.junit.Assert.assertEquals;

import java.util.List;
import javax.script.ScriptException;
import org.junit.Test;

public class TariffListTest {

    private final TariffList list = new TariffList();

    @Test
    public void readsNamesAndTerms() throws ScriptException {
        List<Offer> offers = list.read("[{name: 'Day', months: 24}, {name: 'Night'}]");
        assertEquals(2, offers.size());
        assertEquals("Day", offers.get(0).getName());
        assertEquals(24, offers.get(0).getMonths());
        assertEquals(12, offers.get(1).getMonths());
    }

    @Test(expected = ScriptException.class)
    public void refusesASingleTariff() throws ScriptException {
        list.read("({name: 'Day'})");
    }
}
