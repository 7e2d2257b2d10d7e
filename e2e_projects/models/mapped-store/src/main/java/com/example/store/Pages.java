package com.example.store;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/** A file of pages of 64 bytes, mapped into memory. */
public class Pages implements Closeable {

    static final int PAGE = 64;

    private MappedByteBuffer buffer;

    public Pages(File file, int pages) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
            buffer = open.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, (long) pages * PAGE);
        }
    }

    public void write(int page, byte[] content) {
        if (content.length > PAGE) {
            throw new IllegalArgumentException("page of " + content.length + " bytes");
        }
        open().position(page * PAGE);
        buffer.put(content);
    }

    public byte[] read(int page, int length) {
        byte[] content = new byte[length];
        open().position(page * PAGE);
        buffer.get(content);
        return content;
    }

    private MappedByteBuffer open() {
        if (buffer == null) {
            throw new IllegalStateException("the store is closed");
        }
        return buffer;
    }

    /** Unmaps at once: the file must be free for the next program. */
    @Override
    public void close() {
        if (buffer != null) {
            buffer.force();
            Unmapper.unmap(buffer);
            buffer = null;
        }
    }
}
