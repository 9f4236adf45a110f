package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.operate.access.Role;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.server.TestKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of creates, puts, patches and deletes. */
class BatchCallsTest {
    private static final String FAR =
            "\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example/\"";
    private static final String ONE = "/api/v1/groups/default/timers/";

    @TempDir private Path folder;

    private static JsonNode batch(ServerUnderTest server, String items, String... headers) {
        var reply =
                server.post(
                        "/api/v1/timers/batch",
                        "{\"timers\": [" + items.replace("FAR", FAR) + "]}",
                        headers);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply.json().path("results");
    }

    private static List<Integer> statuses(JsonNode results) {
        return results.findValues("status").stream().map(JsonNode::asInt).toList();
    }

    @Test
    void eachChangeIsMadeAsByACallOfItsOwn() {
        try (var server = ServerUnderTest.start()) {
            for (var id : List.of("put", "patch", "delete")) {
                server.put(ONE + id, "{\"payload\": {\"n\": 1.10}," + FAR + "}");
            }
            var results =
                    batch(
                            server,
                            """
                            {"op": "create", "timerId": "new", FAR}, {"timerId": "plain", FAR},
                            {"op": "put", "timerId": "put", FAR, "payload": 2},
                            {"op": "put", "timerId": "put-new", FAR},
                            {"op": "patch", "timerId": "patch", "callbackTimeout": "7s"},
                            {"op": "delete", "timerId": "delete"}
                            """);
            assertThat(statuses(results)).containsExactly(201, 201, 200, 201, 200, 204);
            assertThat(server.get(ONE + "put").field("payload")).isEqualTo("2");
            assertThat(server.get(ONE + "patch").text())
                    .contains("\"callbackTimeout\":\"7s\"", "{\"n\": 1.10}");
            assertThat(results.get(5)).hasSize(1);
            assertThat(server.get(ONE + "delete").status()).isEqualTo(404);
        }
    }

    @Test
    void whatIsRefusedHindersNoOtherAndSaysWhy() {
        try (var server = ServerUnderTest.start()) {
            server.put(ONE + "there", "{" + FAR + "}");
            var results =
                    batch(
                            server,
                            """
                            {"op": "patch", "timerId": "absent", "payload": 1},
                            {"op": "delete", "timerId": "absent"},
                            {"op": "delete", "timerId": "there", "payload": 1},
                            {"op": "delete", "timerId": "there", "ifMatch": "\\"1\\""},
                            {"op": "create", "timerId": "x", "ifMatch": "*", FAR},
                            {"op": "fire", "timerId": "there"},
                            {"op": "put", "timerId": "x"},
                            {"op": "patch", "timerId": "there", "callbackUrl": null, "delay": 7},
                            {"op": "patch", "timerId": "there", "payload": 9, "ifMatch": "*"}
                            """);
            assertThat(results.findValuesAsText("code"))
                    .containsExactly(
                            "TIMER_NOT_FOUND",
                            "TIMER_NOT_FOUND",
                            "INVALID_INPUT",
                            "PRECONDITION_FAILED",
                            "INVALID_INPUT",
                            "INVALID_INPUT",
                            "INVALID_INPUT",
                            "INVALID_INPUT");
            assertThat(field(results, 2)).isEqualTo("op");
            assertThat(field(results, 4)).isEqualTo("ifMatch");
            assertThat(field(results, 5)).isEqualTo("op");
            assertThat(field(results, 6)).isEqualTo("callbackUrl");
            assertThat(results.at("/7/problem/errors").findValuesAsText("field"))
                    .containsExactly("delay", "callbackUrl");
            assertThat(results.at("/8/timer/payload").asInt()).isEqualTo(9);
        }
    }

    private static String field(JsonNode results, int item) {
        return results.at("/" + item + "/problem/field").asText();
    }

    @Test
    void everyKindOfChangeNeedsItsOwnGroup() {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var writer = keys.add("writer", Role.WRITE, "own");
        var settings =
                Map.of(
                        "auth.keys", keys.path().toString(),
                        "groups.own.shards", "2",
                        "groups.foreign.shards", "2");
        try (var server = ServerUnderTest.start(settings)) {
            for (var group : List.of("foreign", "absent", "own")) {
                var results =
                        batch(
                                server,
                                """
                                {"op": "create", "groupId": "GROUP", "timerId": "a", FAR},
                                {"op": "put", "groupId": "GROUP", "timerId": "b", FAR},
                                {"op": "patch", "groupId": "GROUP", "timerId": "c", "payload": 1},
                                {"op": "delete", "groupId": "GROUP", "timerId": "d"}
                                """
                                        .replace("GROUP", group),
                                "Authorization",
                                writer);
                assertThat(statuses(results))
                        .filteredOn(status -> status == 403)
                        .as(group)
                        .hasSize(group.equals("own") ? 0 : 4 * 2);
            }
        }
    }

    @Test
    void aDeleteTellsOfAnAttemptUnderWay() throws Exception {
        try (var silent = new RawReceiver((_, _) -> {});
                var server = ServerUnderTest.start()) {
            server.post(
                    "/api/v1/groups/default/timers",
                    "{\"timerId\": \"t\", \"delay\": \"1ms\", \"callbackUrl\": \"%s\"}"
                            .formatted(silent.url()));
            silent.nextRequest();
            var results = batch(server, "{\"op\": \"delete\", \"timerId\": \"t\"}");
            assertThat(results.at("/0/attemptInFlight").asText()).isEqualTo("true");
        }
    }
}
