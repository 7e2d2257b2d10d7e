package com.example.audit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class AuditTest {

    @Test
    public void countsEveryCall() throws Exception {
        Audit audit = new Audit(new Blacklist("java/io/PrintStream.println"));
        assertEquals(3, audit.check(Chatty.class));
        assertEquals(0, audit.check(Quiet.class));
    }

    @Test
    public void aStarStandsForEveryMethod() throws Exception {
        assertEquals(1, new Audit(new Blacklist("java/lang/Runtime.*")).check(Quiet.class));
    }

    @Test
    public void namesTheCallsOfAClass() throws Exception {
        assertTrue(new Audit(new Blacklist()).calls(Quiet.class).containsKey("java/lang/Runtime.gc"));
    }

    @Test
    public void readsItsOwnCode() throws Exception {
        assertEquals(0, new Audit(new Blacklist("java/lang/System.exit")).check(Audit.class));
    }

    static class Chatty {
        void greet() {
            System.out.println("hello");
            System.out.println(1);
        }

        void leave() {
            System.out.println("bye");
        }
    }

    static class Quiet {
        void clean(Runtime runtime) {
            runtime.gc();
        }
    }
}
