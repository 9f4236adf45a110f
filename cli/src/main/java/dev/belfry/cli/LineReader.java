package dev.belfry.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the lines of a large file, each with where it ends. Confined to one command. */
final class LineReader implements AutoCloseable {
    /** Twice what a server takes in one request unless it is told otherwise. */
    private static final int LONGEST = 32 << 20;

    private static final int BUFFER = 1 << 18;

    private final BufferedInputStream in;
    private long offset;
    private long number;

    /**
     * A line.
     *
     * @param number from one
     * @param end the offset of the byte behind its line break
     * @param isWhole whether it has one
     */
    record Line(long number, long end, String text, boolean isWhole) {}

    /** Begins so many bytes after the beginning; the lines before them count. */
    LineReader(InputStream in, long from) throws IOException {
        this.in = new BufferedInputStream(in, BUFFER);
        while (offset < from) {
            int one = this.in.read();
            if (one < 0) {
                throw new EOFException("it has only %d bytes".formatted(offset));
            }
            number += one == '\n' ? 1 : 0;
            offset++;
        }
    }

    /** The next one that is not blank; none at the end. */
    Optional<Line> next() throws IOException {
        var bytes = new ByteArrayOutputStream();
        while (true) {
            int one = in.read();
            if (one >= 0) {
                offset++;
            }
            if (one >= 0 && one != '\n') {
                require(bytes.size() < LONGEST);
                bytes.write(one);
                continue;
            }
            if (one < 0 && bytes.size() == 0) {
                return Optional.empty();
            }
            number++;
            var text = bytes.toString(StandardCharsets.UTF_8).strip();
            if (!text.isEmpty()) {
                return Optional.of(new Line(number, offset, text, one == '\n'));
            }
            bytes.reset();
        }
    }

    private void require(boolean isShort) {
        if (!isShort) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the line at byte %d is longer than %d bytes".formatted(offset, LONGEST));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
