package dev.belfry.operate.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A value that must not reach a log, a page or an error.
 *
 * @param file that it was read from, and may be read from again
 */
public record Secret(String value, Optional<Path> file) {
    public Secret(String value) {
        this(value, Optional.empty());
    }

    /** What it is now: a file is read again. */
    public String current() {
        return file.map(Secret::read).orElse(value);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it is several, with blanks or line ends between them. */
    public List<String> words() {
        return Arrays.stream(value.split("\\s+")).filter(it -> !it.isEmpty()).toList();
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
