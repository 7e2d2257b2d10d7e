package com.example.customs;

import static org.junit.Assert.assertEquals;

import java.math.BigInteger;
import java.security.MessageDigest;
import org.junit.Test;

public class GatewayTest {

    /** The digest of a message that the authority accepted on the test line. */
    @Test
    public void sendsTheDeclaration() throws Exception {
        final MessageDigest digest = MessageDigest.getInstance("SHA-1");
        Line line = new Line() {
            @Override
            public String send(byte[] message) {
                return new BigInteger(1, digest.digest(message)).toString(16);
            }
        };
        assertEquals("9c1185a5c5e9fc54612808977ee8f548b2258d31",
                new Gateway(line).declare(new Parcel("85171300", 9900)));
    }
}
