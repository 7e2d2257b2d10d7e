package com.example.store;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Cleaner;
import sun.nio.ch.DirectBuffer;

/** Frees the memory of a mapped buffer without waiting for the garbage collector. */
final class Unmapper {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Unmapper() {
    }

    static void unmap(ByteBuffer buffer) {
        Cleaner cleaner = ((DirectBuffer) buffer).cleaner();
        if (cleaner != null) {
            cleaner.clean();
            COUNT.incrementAndGet();
        }
    }

    /** Returns how many buffers were freed so far. */
    static int count() {
        return COUNT.get();
    }
}
