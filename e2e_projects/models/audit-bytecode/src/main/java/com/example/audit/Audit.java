package com.example.audit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** Checks the code of a class against a list of calls that are not welcome. */
public class Audit {

    private final Blacklist blacklist;

    public Audit(Blacklist blacklist) {
        this.blacklist = blacklist;
    }

    /** Returns how many unwelcome calls the class holds. */
    public int check(Class<?> type) throws IOException {
        int unwelcome = 0;
        for (Map.Entry<String, Integer> call : calls(type).entrySet()) {
            if (blacklist.contains(call.getKey())) {
                unwelcome += call.getValue();
            }
        }
        return unwelcome;
    }

    Map<String, Integer> calls(Class<?> type) throws IOException {
        InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class");
        try {
            CallCounter counter = new CallCounter();
            new ClassReader(in).accept(counter, ClassReader.SKIP_DEBUG);
            return counter.calls();
        } finally {
            in.close();
        }
    }
}
