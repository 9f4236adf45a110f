package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.mutation.Precondition;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What one item of a batch asks for.
 *
 * @param condition under which it is made
 */
record BatchChange(Operation operation, Precondition condition, TimerFields fields) {
    private static final String OPERATION = "op";
    private static final String CONDITION = "ifMatch";
    private static final Set<String> ALL = withNames(TimerReader.ALL);

    /** What becomes of the timer. */
    enum Operation {
        CREATE,
        PUT,
        PATCH,
        DELETE;

        static Operation of(String word) {
            var found = Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
            require(found.isPresent(), OPERATION, "must be create, put, patch or delete");
            return found.orElseThrow();
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    BatchChange {
        require(
                operation != Operation.CREATE || condition.equals(Precondition.none()),
                CONDITION,
                "goes with put, patch and delete");
        require(
                operation != Operation.DELETE || fields.hasNamesOnly(),
                OPERATION,
                "is delete, which takes groupId, timerId and ifMatch alone");
    }

    private static Set<String> withNames(Set<String> timer) {
        var names = new HashSet<>(timer);
        names.add(OPERATION);
        names.add(CONDITION);
        return names;
    }

    /** Reads an object that has begun. */
    static BatchChange read(JsonParser parser, Body body) throws IOException {
        var reader = new Reader();
        var faults = JsonFields.faults(parser, body, "", ALL, reader::take);
        return new BatchChange(
                reader.operation, reader.condition, reader.timer.fields(faults.all()));
    }

    /** Reads an item. Confined to the request. */
    private static final class Reader {
        private final TimerReader timer = new TimerReader();
        private Operation operation = Operation.CREATE;
        private Precondition condition = Precondition.none();

        void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case OPERATION -> operation = Operation.of(value.string());
                case CONDITION -> condition = EntityTag.demanded(value.string(), CONDITION);
                default -> timer.take(name, value);
            }
        }
    }
}
