package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.server.OpenApiFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Values that a schema of the OpenAPI file allows, and values that it does not, as JSON text. */
final class SchemaValues {
    private static final JsonMapper JSON = new JsonMapper();

    /** What a pattern or a word allows, where it can not be drawn at random. */
    private static final Map<String, List<String>> GOOD =
            Map.of(
                    "GroupId", List.of("\"default\"", "\"default\"", "\"other\""),
                    "Duration", List.of("\"1s\"", "\"500ms\"", "\"10m\"", "\"000000000007s\""),
                    "CallbackUrl", List.of("\"http://127.0.0.1:9/x\"", "\"HTTPS://a.example:1\""),
                    "FailureUrl", List.of("\"none\"", "\"http://127.0.0.1:9/told\""),
                    "Credential", List.of("\"known\""),
                    "Headers", List.of("{}", "{\"X-A\":\"b\"}", "{\"x-a\":\"1\",\"X-B\":\"\"}"),
                    "date-time",
                            List.of("\"2090-01-31T09:00:00Z\"", "\"2091-12-31T23:59:59.9+14:00\""));

    private static final Map<String, List<String>> BAD =
            Map.of(
                    "GroupId", List.of("\"UPPER\"", "\"a b\"", "\"" + "g".repeat(65) + "\""),
                    "TimerId", List.of("\".\"", "\"..\"", "\"a\\u0000\"", "\"\\ud800\""),
                    "Duration",
                            List.of(
                                    "\"5\"",
                                    "\"-5s\"",
                                    "\"5 s\"",
                                    "\"1e3s\"",
                                    "\"9999999999999s\""),
                    "CallbackUrl",
                            List.of("\"ftp://a\"", "\"http://\"", "\"http://a b/\"", "\"//a\""),
                    "FailureUrl", List.of("\"None\"", "\"ftp://a\"", "\"//a\""),
                    "Credential", List.of("\"\"", "\"a b\"", "\"" + "c".repeat(65) + "\""),
                    "Headers",
                            List.of(
                                    "{\"Host\":\"a\"}",
                                    "{\"X\":1}",
                                    "{\"X Y\":\"a\"}",
                                    "{\"X\":\"\\n\"}"),
                    "date-time",
                            List.of(
                                    "\"soon\"",
                                    "\"2090-02-30T00:00:00Z\"",
                                    "\"2090-01-01\"",
                                    "\"2090-01-01T00:00:00\""));

    /** One value of each JSON type. */
    private static final Map<String, String> OF_TYPE =
            new TreeMap<>(
                    Map.of(
                            "null", "null",
                            "boolean", "true",
                            "number", "7.5",
                            "string", "\"text\"",
                            "array", "[1]",
                            "object", "{\"a\":1}"));

    private final OpenApiFile file;
    private final Random random;
    private int names;

    SchemaValues(OpenApiFile file, Random random) {
        this.file = file;
        this.random = random;
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** A value that is allowed, at a bound now and then. */
    String good(JsonNode schema) {
        var word = word(schema);
        if (word.equals("TimerId")) {
            return "\"" + timerId() + "\"";
        }
        if (GOOD.containsKey(word)) {
            return pick(GOOD.get(word));
        }
        var full = file.resolved(schema);
        if (full.has("oneOf")) {
            return good(pick(List.copyOf(elements(full.path("oneOf")))));
        }
        if (full.has("enum")) {
            return pick(List.copyOf(elements(full.path("enum")))).toString();
        }
        var types = List.copyOf(types(full));
        return types.isEmpty() ? anything() : goodOf(pick(types), full);
    }

    /** One of a few ids, so that requests meet each other's timers; or one of extreme length. */
    String timerId() {
        return random.nextInt(30) == 0 ? "g" + "x".repeat(254) : "g" + random.nextInt(60);
    }

    private String goodOf(String type, JsonNode schema) {
        return switch (type) {
            case "null" -> "null";
            case "boolean" -> "" + random.nextBoolean();
            case "integer" -> "" + pick(bounds(schema));
            case "number" -> pick(List.of("1.0", "2.5", "" + schema.path("maximum").asInt(100)));
            case "string" ->
                    "\""
                            + "c".repeat(pick(List.of(1, 9, schema.path("maxLength").asInt(9))))
                            + "\"";
            case "array" ->
                    "[" + good(schema.path("items")) + "," + good(schema.path("items")) + "]";
            default -> goodObject(schema).toString();
        };
    }

    private List<Integer> bounds(JsonNode schema) {
        int least = schema.path("minimum").asInt(0);
        int most = schema.path("maximum").asInt(1_000);
        return List.of(least, least + 1, most - 1, most);
    }

    /**
     * An object with what is required and some of the rest; other names for a field are left out. A
     * timer has an instant and no schedule, which does not go with it.
     */
    ObjectNode goodObject(JsonNode schema) {
        var full = file.resolved(schema);
        var required = new TreeSet<String>();
        full.path("required").forEach(it -> required.add(it.asText()));
        if (!required.isEmpty() && full.path("properties").has("delay")) {
            required.add("executeAt");
        }
        var object = JsonNodeFactory.instance.objectNode();
        full.path("properties")
                .properties()
                .forEach(
                        property -> {
                            if (required.contains(property.getKey())
                                    || (!property.getValue().has("writeOnly")
                                            && !property.getKey().equals("schedule")
                                            && random.nextInt(3) == 0)) {
                                object.set(property.getKey(), read(good(property.getValue())));
                            }
                        });
        return withoutWhatIsAlone(object);
    }

    /** A burst is a part of a rate. */
    private static ObjectNode withoutWhatIsAlone(ObjectNode object) {
        if (!object.path("ratePerSecond").isNumber()) {
            object.remove("burst");
        }
        return object;
    }

    private String anything() {
        return pick(
                List.of(
                        "null",
                        "[1, 2]",
                        "{\"a\":{\"b\":1.5}}",
                        "\"é\"",
                        "-0.1e-7",
                        "\"\\ud83d\\ude00\""));
    }

    /** Values that are not allowed; none where everything is. */
    List<String> bad(JsonNode schema) {
        var full = file.resolved(schema);
        var types = types(full);
        if (types.isEmpty()) {
            return List.of();
        }
        var bad = new ArrayList<String>(BAD.getOrDefault(word(schema), List.of()));
        OF_TYPE.forEach(
                (type, value) -> {
                    if (!types.contains(type)
                            && !(type.equals("number") && types.contains("integer"))) {
                        bad.add(value);
                    }
                });
        options(full).forEach(option -> addOutOfBounds(option, bad));
        return bad;
    }

    private void addOutOfBounds(JsonNode schema, List<String> bad) {
        bad.addAll(BAD.getOrDefault(word(schema), List.of()));
        var full = file.resolved(schema);
        if (full.has("minLength")) {
            bad.add("\"\"");
        }
        if (full.has("maxLength")) {
            bad.add("\"http://a/" + "x".repeat(full.path("maxLength").asInt() - 8) + "\"");
        }
        if (full.has("minimum")) {
            bad.add("" + (full.path("minimum").asInt() - 1));
            bad.add("-1e99");
        }
        if (full.has("maximum")) {
            bad.add("" + (full.path("maximum").asInt() + 1));
            bad.add("9".repeat(50));
        }
        if (types(full).contains("integer")) {
            bad.add("1.5");
        }
        if (full.path("additionalProperties").isBoolean()) {
            bad.add("{\"unknown" + names++ + "\":1}");
        }
        full.path("properties")
                .properties()
                .forEach(
                        it ->
                                bad(it.getValue())
                                        .forEach(
                                                value ->
                                                        bad.add(
                                                                "{\"%s\":%s}"
                                                                        .formatted(
                                                                                it.getKey(),
                                                                                value))));
    }

    private List<JsonNode> options(JsonNode full) {
        return full.has("oneOf") ? elements(full.path("oneOf")) : List.of(full);
    }

    private Set<String> types(JsonNode schema) {
        var full = file.resolved(schema);
        var types = new TreeSet<String>();
        var type = full.path("type");
        if (type.isTextual()) {
            types.add(type.asText());
        }
        type.forEach(it -> types.add(it.asText()));
        full.path("oneOf").forEach(it -> types.addAll(types(it)));
        return types;
    }

    /** The name of the schema that is referred to, or the format. */
    private static String word(JsonNode schema) {
        var reference = schema.path("$ref").asText();
        return reference.isEmpty()
                ? schema.path("format").asText()
                : reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static List<JsonNode> elements(JsonNode array) {
        var elements = new ArrayList<JsonNode>();
        array.forEach(elements::add);
        return elements;
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
