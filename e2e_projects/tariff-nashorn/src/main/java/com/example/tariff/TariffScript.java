package com.example.tariff;

import java.util.Map;
import javax.script.Bindings;
import javax.script.Invocable;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;

/** A tariff written by the sales people in JavaScript: a function price(usage). */
public class TariffScript {

    private final ScriptEngine engine;

    public TariffScript(String source, Map<String, Object> constants) throws ScriptException {
        engine = new ScriptEngineManager().getEngineByName("nashorn");
        Bindings bindings = engine.createBindings();
        bindings.putAll(constants);
        engine.setBindings(bindings, javax.script.ScriptContext.ENGINE_SCOPE);
        engine.eval(source);
    }

    public double price(Usage usage) throws ScriptException {
        try {
            Object price = ((Invocable) engine).invokeFunction("price", usage);
            return ((Number) price).doubleValue();
        } catch (NoSuchMethodException e) {
            throw new ScriptException("the tariff has no function price(usage)");
        }
    }
}
