package dev.belfry.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.server.OpenApiFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Draws requests from the calls of the OpenAPI file: good ones, and ones with a fault. */
final class RequestGenerator {
    private final OpenApiFile file;
    private final Random random;
    private final SchemaValues values;
    private final WireFaults wire;
    private final BodyFaults bodies;
    private final List<Call> calls = new ArrayList<>();

    RequestGenerator(OpenApiFile file, Random random) {
        this.file = file;
        this.random = random;
        this.values = new SchemaValues(file, random);
        this.wire = new WireFaults(random);
        this.bodies = new BodyFaults(file, values, random);
        file.calls().forEach(it -> calls.add(call(it)));
    }

    /** A call with its parameters, those of its path among them. */
    private record Call(String method, String path, JsonNode operation, List<JsonNode> parameters) {
        JsonNode bodySchema() {
            return operation.at("/requestBody/content/application~1json/schema");
        }

        boolean hasBody() {
            return !bodySchema().isMissingNode();
        }

        List<JsonNode> parametersIn(String place) {
            return parameters.stream().filter(it -> it.path("in").asText().equals(place)).toList();
        }
    }

    private Call call(String name) {
        var words = name.split(" ", 2);
        var path = file.paths().path(words[1]);
        var operation = path.path(words[0].toLowerCase(Locale.ROOT));
        var parameters = new ArrayList<JsonNode>();
        path.path("parameters").forEach(it -> parameters.add(file.resolved(it)));
        operation.path("parameters").forEach(it -> parameters.add(file.resolved(it)));
        return new Call(words[0], words[1], operation, parameters);
    }

    Draft good() {
        return good(anyCall());
    }

    /** Calls with a body have more to get wrong: every other one is such a call. */
    private Call anyCall() {
        var withBody = calls.stream().filter(Call::hasBody).toList();
        return values.pick(random.nextBoolean() ? withBody : calls);
    }

    private Draft good(Call call) {
        var draft = new Draft(call.method(), call.path());
        for (var parameter : call.parametersIn("path")) {
            fill(
                    draft,
                    parameter.path("name").asText(),
                    text(values.good(parameter.path("schema"))));
        }
        for (var parameter : call.parametersIn("query")) {
            if (parameter.path("required").asBoolean() || random.nextInt(3) == 0) {
                addGood(draft, parameter);
            }
        }
        if (random.nextInt(5) == 0 && !call.parametersIn("header").isEmpty()) {
            draft.headers.add(
                    values.pick(
                            List.of(
                                    "If-Match: *",
                                    "traceparent: 00-"
                                            + "1".repeat(32)
                                            + "-"
                                            + "2".repeat(16)
                                            + "-01")));
        }
        if (call.hasBody()) {
            draft.headers.add("Content-Type: application/json");
            draft.body(goodBody(call).toString());
        }
        return draft;
    }

    private static void fill(Draft draft, String name, String value) {
        draft.path = draft.path.replace("{" + name + "}", PercentText.encode(value));
    }

    private void addGood(Draft draft, JsonNode parameter) {
        var name = parameter.path("name").asText();
        switch (name) {
            case "cursor" -> {}
            case "from" -> draft.query.add("from=2026-01-01T00:00:00Z");
            case "state" ->
                    draft.query.add("state=" + values.pick(List.of("REACHED", "FAILED,CANCELLED")));
            case "cron" ->
                    draft.query.add("cron=0%203%20*%20*%20" + values.pick(List.of("*", "MON")));
            case "zone" -> draft.query.add("zone=Europe/Berlin");
            case "scheduledFor" -> draft.query.add("scheduledFor=2026-01-01T00:00:00Z");
            case "until" -> draft.query.add("until=2095-01-01T00:00:00Z");
            case "range" -> draft.query.add("range=" + values.pick(List.of("5m", "24h")));
            // Groups with timers stay: no timer may be lost.
            case "drop" -> draft.query.add("drop=false");
            default ->
                    draft.query.add(
                            name
                                    + "="
                                    + PercentText.encode(
                                            text(values.good(parameter.path("schema")))));
        }
    }

    private static String text(String json) {
        return json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
    }

    /**
     * Names of the path are left out of the body: they would have to be the same. Cursors come from
     * answers.
     */
    private ObjectNode goodBody(Call call) {
        var body = values.goodObject(call.bodySchema());
        if (call.path().contains("{groupId}")) {
            body.remove("groupId");
        }
        if (call.path().contains("{timerId}")) {
            body.remove("timerId");
        }
        body.remove("cursor");
        if (body.has("action")) {
            fitToAction(body);
        }
        return body;
    }

    /**
     * Bulk jobs take a distance with one action alone, the states that fit the action, and instants
     * in order; none of these jobs finds the timers that must be there in the end.
     */
    private static void fitToAction(ObjectNode body) {
        body.remove(List.of("by", "state", "until"));
        body.put("idPrefix", "nothing-begins-so");
        if (body.path("action").asText().equals("postpone")) {
            body.put("by", "1h");
        }
    }

    /** A request with one fault, or several where the wire itself is at fault. */
    Draft faulty() {
        var call = anyCall();
        var draft = good(call);
        switch (random.nextInt(call.hasBody() ? 10 : 5)) {
            case 0 -> badPath(draft, call);
            case 1 -> badQuery(draft, call);
            case 2 -> wrongMethod(draft);
            case 3, 4 -> wire.apply(draft);
            default -> bodies.apply(draft, call.bodySchema(), goodBody(call));
        }
        return draft;
    }

    private void badPath(Draft draft, Call call) {
        var parameters = call.parametersIn("path");
        if (parameters.isEmpty()) {
            draft.path += values.pick(List.of("/", "/x", "%", ";a=b", "//", "/..", "%2e"));
            draft.expect("another path", Draft.Expected.ANY);
            return;
        }
        var name = values.pick(parameters).path("name").asText();
        var bad =
                switch (name) {
                    case "groupId" -> List.of("UPPER", "%ff", "g".repeat(65), "%", "%zz", "%c3%28");
                    // A server's own name: what could be one and is not, is not found.
                    case "jobId" -> List.of("%ff", "%", "%4", "%ED%A0%80", "%C0%AF");
                    default ->
                            List.of(
                                    "%ff",
                                    "%",
                                    "%4",
                                    "%00",
                                    "%2e",
                                    "%2E%2e",
                                    "%ED%A0%80",
                                    "x".repeat(256),
                                    "%C0%AF");
                };
        draft.path =
                call.path()
                        .replace("{" + name + "}", values.pick(bad))
                        .replace("{groupId}", "default")
                        .replaceAll("[{][^}]+[}]", "g1");
        draft.expectFault("a bad " + name + " in the path", name);
    }

    private void badQuery(Draft draft, Call call) {
        var known =
                call.parametersIn("query").stream().map(it -> it.path("name").asText()).toList();
        var name = known.isEmpty() || random.nextInt(3) == 0 ? "unknown" : values.pick(known);
        draft.query.removeIf(it -> it.startsWith(name + "="));
        switch (name) {
            case "limit" ->
                    draft.query.add(
                            "limit="
                                    + values.pick(
                                            List.of(
                                                    "0",
                                                    "-1",
                                                    "1001",
                                                    "99999999999",
                                                    "x",
                                                    "",
                                                    "1.5",
                                                    "%31%")));
            case "correlationId" ->
                    draft.query.addAll(List.of("correlationId=a", "correlationId=b"));
            case "cron" ->
                    draft.query.add("cron=" + values.pick(List.of("", "soon", "*%20*%20*%20*")));
            case "zone" -> draft.query.add("zone=" + values.pick(List.of("", "Nowhere", "%00")));
            case "n" -> draft.query.add("n=" + values.pick(List.of("0", "101", "x", "")));
            case "from", "until", "scheduledFor" ->
                    draft.query.add(name + "=" + values.pick(List.of("soon", "", "2026", "%ff")));
            case "drop", "payload", "secrets", "replace", "dryRun" ->
                    draft.query.add(name + "=" + values.pick(List.of("", "yes", "TRUE", "1")));
            case "state" ->
                    draft.query.add("state=" + values.pick(List.of("", "PENDING", "FAILED,")));
            case "range" -> draft.query.add("range=" + values.pick(List.of("1y", "", "5", "5M")));
            case "idPrefix" -> draft.query.addAll(List.of("idPrefix=a", "idPrefix=b"));
            case "prefix" -> draft.query.addAll(List.of("prefix=a", "prefix=b"));
            case "groupId" ->
                    draft.query.add("groupId=" + values.pick(List.of("UPPER", "", "%ff", "a%20b")));
            case "cursor" ->
                    draft.query.add(
                            "cursor="
                                    + values.pick(
                                            List.of(
                                                    "x",
                                                    "",
                                                    "AAAA",
                                                    "%25",
                                                    "%",
                                                    "A".repeat(3_000))));
            default -> draft.query.add("unknown=1");
        }
        draft.expectFault("a bad " + name + " in the query", name);
    }

    private void wrongMethod(Draft draft) {
        draft.method =
                values.pick(
                        List.of(
                                "BREW",
                                "TRACE",
                                "get",
                                "Post",
                                "OPTIONS",
                                "PROPFIND",
                                "X".repeat(200)));
        draft.expect("a wrong method", Draft.Expected.ANY);
    }
}
