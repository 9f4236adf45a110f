package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.operate.metrics.Census;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a group stands, as nodes say it without asking the store.
 *
 * @param holds what it was counted to hold, if it was
 */
record GroupFigures(long backlogAgeMillis, Optional<Held> holds) {
    static final GroupFigures NONE = new GroupFigures(0, Optional.empty());

    /** How many timers a group holds. */
    record Held(long pending, long deadLetters, boolean isExact) {
        static Held of(Census.Counts counts) {
            return new Held(
                    counts.pending().timers(), counts.deadLetters().timers(), counts.isExact());
        }

        void write(JsonBytes json) throws IOException {
            json.number("pending", pending)
                    .number("deadLetters", deadLetters)
                    .flag("countsExact", isExact);
        }
    }

    boolean saysSomething() {
        return backlogAgeMillis > 0 || holds.isPresent();
    }

    /** While the counting of a group passes to another node, both may say something. */
    GroupFigures plus(GroupFigures other) {
        return new GroupFigures(
                Math.max(backlogAgeMillis, other.backlogAgeMillis),
                Stream.concat(holds.stream(), other.holds.stream())
                        .reduce((a, b) -> a.pending() > b.pending() ? a : b));
    }

    void write(JsonBytes json) throws IOException {
        json.number("backlogAgeMillis", backlogAgeMillis);
        if (holds.isPresent()) {
            holds.get().write(json);
        }
    }

    static GroupFigures read(JsonNode json) {
        return new GroupFigures(
                json.path("backlogAgeMillis").asLong(),
                json.has("pending")
                        ? Optional.of(
                                new Held(
                                        json.path("pending").asLong(),
                                        json.path("deadLetters").asLong(),
                                        json.path("countsExact").asBoolean()))
                        : Optional.empty());
    }
}
