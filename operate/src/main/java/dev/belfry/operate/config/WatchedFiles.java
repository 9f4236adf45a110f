package dev.belfry.operate.config;

import dev.belfry.core.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What is made of some files, made anew when they change. They are compared by what is in them, for
 * mounted secrets change by a link that leads elsewhere. What can not be used leaves the former in
 * force. Thread-safe.
 */
public final class WatchedFiles<T> {
    /** What came of a look at the files. */
    public sealed interface Look<T> {
        record Same<T>() implements Look<T> {}

        record Changed<T>(T value) implements Look<T> {}

        /** They are of no use, but may just be changing. */
        record Unfinished<T>() implements Look<T> {}

        /** They are of no use, and were so at the look before. */
        record Refused<T>(String why) implements Look<T> {}
    }

    private final List<Path> files;
    private final Function<List<byte[]>, T> reader;
    private List<byte[]> used;
    private List<byte[]> refused = List.of();
    private volatile T value;

    private WatchedFiles(List<Path> files, Function<List<byte[]>, T> reader, List<byte[]> used) {
        this.files = files;
        this.reader = reader;
        this.used = used;
        this.value = reader.apply(used);
    }

    /**
     * Reads the files for the first time.
     *
     * @param key the setting that names them, for the message if they are of no use
     * @param reader makes a value of what is in each, or throws an InvalidValueException
     */
    public static <T> WatchedFiles<T> open(
            String key, List<Path> files, Function<List<byte[]>, T> reader) {
        try {
            return new WatchedFiles<>(List.copyOf(files), reader, read(files));
        } catch (IOException e) {
            throw new ConfigurationException("%s: %s".formatted(key, unreadable(e)), e);
        } catch (InvalidValueException e) {
            throw new ConfigurationException("%s: %s".formatted(key, e.getMessage()), e);
        }
    }

    private static List<byte[]> read(List<Path> files) throws IOException {
        var contents = new ArrayList<byte[]>();
        for (var file : files) {
            contents.add(Files.readAllBytes(file));
        }
        return contents;
    }

    private static String unreadable(IOException e) {
        return "can not be read (%s)".formatted(e);
    }

    public T value() {
        return value;
    }

    /** Reads them again; two files that belong together may be half changed at the first look. */
    public synchronized Look<T> look() {
        try {
            var contents = read(files);
            if (areEqual(contents, used)) {
                refused = List.of();
                return new Look.Same<>();
            }
            return changed(contents);
        } catch (IOException e) {
            return complain(List.of(), unreadable(e));
        }
    }

    private Look<T> changed(List<byte[]> contents) {
        try {
            value = reader.apply(contents);
            used = contents;
            refused = List.of();
            return new Look.Changed<>(value);
        } catch (InvalidValueException e) {
            return complain(contents, String.valueOf(e.getMessage()));
        }
    }

    private Look<T> complain(List<byte[]> contents, String why) {
        boolean isOld = contents.isEmpty() || areEqual(contents, refused);
        refused = contents;
        return isOld ? new Look.Refused<>(why) : new Look.Unfinished<>();
    }

    private static boolean areEqual(List<byte[]> some, List<byte[]> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!Arrays.equals(some.get(i), others.get(i))) {
                return false;
            }
        }
        return true;
    }
}
