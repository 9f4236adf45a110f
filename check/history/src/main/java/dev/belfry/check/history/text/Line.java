package dev.belfry.check.history.text;

import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Writes the fields of a line; {@link LineFields} reads them. Confined to the line's writer. */
final class Line {
    /** No name holds control characters, so nothing has to be escaped. */
    static final String SEPARATOR = "\t";

    static final String LIST_SEPARATOR = ",";
    static final String ANY = "any";
    static final String EXISTS = "exists";

    private final StringJoiner fields = new StringJoiner(SEPARATOR);

    Line text(String text) {
        fields.add(text);
        return this;
    }

    <T> Line optional(Optional<T> value, Consumer<T> write) {
        value.ifPresentOrElse(write, () -> text(""));
        return this;
    }

    Line number(long number) {
        return text(Long.toString(number));
    }

    Line yes(boolean yes) {
        return text(Boolean.toString(yes));
    }

    Line instant(Instant instant) {
        return text(instant.toString());
    }

    Line duration(Duration duration) {
        return text(DurationText.format(duration));
    }

    Line key(TimerKey key) {
        return text(key.group().value()).text(key.id());
    }

    Line id(EventId id) {
        return text(id.source()).number(id.number());
    }

    Line fingerprint(Fingerprint fingerprint) {
        return hex(fingerprint.value());
    }

    Line revision(Revision revision) {
        return hex(revision.value());
    }

    Line digest(Digest digest) {
        return hex(digest.high()).hex(digest.low());
    }

    Line precondition(Precondition precondition) {
        return switch (precondition) {
            case Precondition.None() -> text(ANY);
            case Precondition.Exists() -> text(EXISTS);
            case Precondition.Matches(var revisions) ->
                    text(
                            revisions.stream()
                                    .map(revision -> Long.toHexString(revision.value()))
                                    .sorted()
                                    .collect(Collectors.joining(LIST_SEPARATOR)));
        };
    }

    private Line hex(long value) {
        return text(Long.toHexString(value));
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
