package com.example.tariff;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.util.Collections;
import javax.script.ScriptException;
import org.junit.Test;

public class TariffScriptTest {

    private static final String TARIFF = "function price(u) {"
            + " return base + u.kilowattHours * (u.night ? 0.2 : 0.3); }";

    private TariffScript script(String source) throws ScriptException {
        return new TariffScript(source, Collections.<String, Object>singletonMap("base", 10));
    }

    @Test
    public void chargesByTheHour() throws ScriptException {
        assertEquals(40, script(TARIFF).price(new Usage(100, false)), 1e-9);
        assertEquals(30, script(TARIFF).price(new Usage(100, true)), 1e-9);
    }

    @Test
    public void namesTheMissingFunction() throws ScriptException {
        try {
            script("var x = base;").price(new Usage(1, false));
            fail("priced");
        } catch (ScriptException e) {
            assertEquals("the tariff has no function price(usage)", e.getMessage());
        }
    }

    @Test(expected = ScriptException.class)
    public void refusesASyntaxError() throws ScriptException {
        script("function price( {");
    }
}
