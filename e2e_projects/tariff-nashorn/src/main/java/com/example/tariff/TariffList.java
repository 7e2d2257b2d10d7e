package com.example.tariff;

import static jdk.nashorn.internal.runtime.JSType.toNumber;

import java.util.ArrayList;
import java.util.List;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import jdk.nashorn.api.scripting.ScriptObjectMirror;

/** Reads the list of tariffs on sale from a script that evaluates to an array of objects. */
public class TariffList {

    public List<Offer> read(String source) throws ScriptException {
        ScriptEngine engine = new ScriptEngineManager().getEngineByName("JavaScript");
        ScriptObjectMirror array = (ScriptObjectMirror) engine.eval(source);
        if (!array.isArray()) {
            throw new ScriptException("not a list of tariffs");
        }
        List<Offer> offers = new ArrayList<>();
        for (Object element : array.values()) {
            ScriptObjectMirror offer = (ScriptObjectMirror) element;
            int months = ((Number) offer.getOrDefault("months", 12)).intValue();
            offers.add(new Offer((String) offer.get("name"), months));
        }
        return offers;
    }
}
