package com.example.claims;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.math.BigDecimal;
import javax.xml.bind.JAXBException;
import org.junit.Before;
import org.junit.Test;

public class ClaimFormatTest {

    private ClaimFormat format;

    @Before
    public void open() {
        format = Lifecycle.start(new ClaimFormat());
    }

    @Test
    public void writesAttributesAndElements() throws JAXBException {
        Claim claim = new Claim("S-17", "P-4");
        claim.getDamages().add(new Damage("bumper", "310.50"));
        assertEquals("<claim number=\"S-17\"><policy>P-4</policy><damages>"
                + "<damage part=\"bumper\">310.50</damage></damages></claim>", format.write(claim));
    }

    @Test
    public void readsWhatItWrote() throws JAXBException {
        Claim claim = new Claim("S-18", "P-5");
        claim.getDamages().add(new Damage("door", "900"));
        claim.getDamages().add(new Damage("mirror", "99.99"));
        Claim back = format.read(format.write(claim));
        assertEquals("S-18", back.getNumber());
        assertEquals("P-5", back.getPolicy());
        assertEquals(new BigDecimal("999.99"), back.total());
    }

    @Test
    public void refusesWhatIsNoClaim() {
        try {
            format.read("<offer/>");
            fail("read");
        } catch (JAXBException e) {
            // as it should be
        }
    }
}
