package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.belfry.server.OpenApiFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Puts one fault into a body that was good. */
final class BodyFaults {
    /** What no schema limits is limited all the same. */
    private static final List<String> TOO_MUCH =
            List.of(
                    "\"" + "z".repeat(9_000) + "\"",
                    "[".repeat(5_000) + "]".repeat(5_000),
                    "{\"a\":".repeat(1_200) + "1" + "}".repeat(1_200),
                    "1e",
                    "nul",
                    "\"\t\"",
                    "\"open",
                    "01",
                    "'a'");

    private static final List<String> UNKNOWN =
            List.of("state", "attempts", "Payload", "timerUuid", "x");

    private final OpenApiFile file;
    private final SchemaValues values;
    private final Random random;

    BodyFaults(OpenApiFile file, SchemaValues values, Random random) {
        this.file = file;
        this.values = values;
        this.random = random;
    }

    void apply(Draft draft, JsonNode schema, ObjectNode good) {
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> badField(draft, file.resolved(schema).path("properties"), good);
            case 3 -> missing(draft, schema, good);
            case 4 -> twice(draft, good);
            default -> badText(draft);
        }
    }

    /** One field is given a value that its schema does not allow. */
    private void badField(Draft draft, JsonNode properties, ObjectNode body) {
        var names = new ArrayList<String>();
        properties.fieldNames().forEachRemaining(names::add);
        var name = values.pick(names);
        var bad = values.bad(properties.path(name));
        body.putRawValue(name, new RawValue(values.pick(bad.isEmpty() ? TOO_MUCH : bad)));
        draft.body(body.toString());
        if (bad.isEmpty()) {
            draft.expect("too much in " + name, Draft.Expected.REFUSED);
        } else {
            draft.expectFault("a bad " + name, name);
        }
    }

    private void missing(Draft draft, JsonNode schema, ObjectNode body) {
        var required = new ArrayList<String>();
        file.resolved(schema).path("required").forEach(it -> required.add(it.asText()));
        boolean isUnknown = required.isEmpty() || random.nextBoolean();
        var name = values.pick(isUnknown ? UNKNOWN : required);
        if (isUnknown) {
            body.put(name, 1);
        } else {
            body.remove(name);
        }
        draft.body(body.toString());
        draft.expectFault(isUnknown ? "an unknown field" : "a missing field", name);
    }

    private static void twice(Draft draft, ObjectNode body) {
        if (body.isEmpty()) {
            body.put("reason", "a");
        }
        var name = body.fieldNames().next();
        var field = "\"%s\":%s".formatted(name, body.get(name));
        draft.body("{" + field + "," + body.toString().substring(1));
        draft.expect("a field twice", Draft.Expected.REFUSED);
    }

    /** The text is no JSON object in UTF-8. */
    private void badText(Draft draft) {
        var text = draft.bodyText();
        switch (random.nextInt(7)) {
            case 0 -> draft.body(text.substring(0, 1 + random.nextInt(text.length() - 1)));
            case 1 -> draft.body(text + values.pick(List.of("}", "{}", "x", ",", "\u0000")));
            case 2 -> draft.body("[" + text + "]");
            case 3 -> draft.body("\uFEFF" + text);
            case 4 -> draft.body = Optional.of(text.getBytes(StandardCharsets.UTF_16));
            case 5 -> draft.body = Optional.of(damaged(text.getBytes(StandardCharsets.UTF_8)));
            default -> draft.body(values.pick(List.of("null", "7", "true", "\"\"", "[]")));
        }
        draft.expect("a body that is no JSON object", Draft.Expected.REFUSED);
    }

    /** A byte that no UTF-8 has, or one that no JSON has. */
    private byte[] damaged(byte[] bytes) {
        bytes[random.nextInt(bytes.length)] =
                values.pick(List.of((byte) 0xFF, (byte) 0xC0, (byte) 0));
        return bytes;
    }
}
