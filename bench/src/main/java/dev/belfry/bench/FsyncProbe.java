package dev.belfry.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;

/**
 * How long the disk takes to make one page durable: the floor under every commit that is not
 * shared.
 */
final class FsyncProbe {
    private static final int PAGE_BYTES = 4096;
    private static final int TIMES = 200;

    private FsyncProbe() {}

    /** The median over many appends of a page, in microseconds. */
    static double micros(Path folder) throws IOException {
        var file = folder.resolve("fsync-probe");
        try (var channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            var micros = new ArrayList<Double>();
            for (int i = 0; i < TIMES; i++) {
                channel.write(ByteBuffer.allocate(PAGE_BYTES));
                long start = System.nanoTime();
                channel.force(false);
                micros.add((System.nanoTime() - start) / 1e3);
            }
            return new Series(micros).median();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
