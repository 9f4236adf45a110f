package dev.belfry.check.history.text;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the fields of a line, one after the other. Confined to the line's reader. */
final class LineFields {
    private static final int HEX = 16;

    private final String[] fields;
    private int next;

    LineFields(String line) {
        this.fields = line.split(Line.SEPARATOR, -1);
    }

    String text() {
        require(next < fields.length, "line", "ends too early: %s", Arrays.toString(fields));
        return fields[next++];
    }

    void end() {
        require(next == fields.length, "line", "is too long: %s", Arrays.toString(fields));
    }

    /** A value that may be absent: then its field is empty. */
    <T> Optional<T> optional(Supplier<T> read) {
        boolean absent = next < fields.length && fields[next].isEmpty();
        next += absent ? 1 : 0;
        return absent ? Optional.empty() : Optional.of(read.get());
    }

    int number() {
        return Integer.parseInt(text());
    }

    boolean yes() {
        return Boolean.parseBoolean(text());
    }

    Instant instant() {
        return Instant.parse(text());
    }

    Duration duration() {
        return DurationText.parse(text(), "duration");
    }

    GroupId group() {
        return new GroupId(text());
    }

    TimerKey key() {
        return new TimerKey(group(), text());
    }

    EventId id() {
        return new EventId(text(), Long.parseLong(text()));
    }

    Fingerprint fingerprint() {
        return new Fingerprint(hex(text()));
    }

    Revision revision() {
        return new Revision(hex(text()));
    }

    Digest digest() {
        return new Digest(hex(text()), hex(text()));
    }

    Precondition precondition() {
        var text = text();
        return switch (text) {
            case Line.ANY -> Precondition.none();
            case Line.EXISTS -> new Precondition.Exists();
            default ->
                    new Precondition.Matches(
                            Arrays.stream(text.split(Line.LIST_SEPARATOR))
                                    .map(revision -> new Revision(hex(revision)))
                                    .collect(Collectors.toSet()));
        };
    }

    <E extends Enum<E>> E oneOf(Class<E> type) {
        return Enum.valueOf(type, text());
    }

    private static long hex(String text) {
        return Long.parseUnsignedLong(text, HEX);
    }
}
