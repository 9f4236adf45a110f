package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.server.Eventually;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exports of a group, and what another server makes of them. */
class ExportCallsTest {
    private static final String GROUP = "/api/v1/groups/default";
    private static final String TIMERS = GROUP + "/timers/";
    private static final String FAR =
            "\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example/\"";

    private static final OpenApiFile OPEN_API = OpenApiFile.load();
    private static final JsonNode LINE = OPEN_API.root().at("/components/schemas/ExportedTimer");

    private ServerUnderTest source;
    private ServerUnderTest target;

    @BeforeEach
    void start() {
        source = server(3);
        target = server(5);
    }

    private static ServerUnderTest server(int shards) {
        return ServerUnderTest.start(
                Map.of(
                        "groups.default.shards",
                        Integer.toString(shards),
                        "groups.default.retention",
                        "1h"));
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    private static List<String> export(ServerUnderTest server, String query) {
        var lines = new ArrayList<String>();
        var cursor = Optional.<String>empty();
        do {
            var words = new ArrayList<String>();
            if (!query.isEmpty()) {
                words.add(query);
            }
            cursor.map("cursor="::concat).ifPresent(words::add);
            var asked = words.isEmpty() ? "" : "?" + String.join("&", words);
            var reply = server.get(GROUP + "/export" + asked);
            assertThat(reply.status()).as("%s", reply).isEqualTo(200);
            lines.addAll(reply.text().lines().toList());
            cursor = cursorIn(lines.getLast());
        } while (cursor.isPresent());
        assertThat(lines.getLast()).isEqualTo("{\"end\":{\"groupId\":\"default\"}}");
        return lines;
    }

    private static Optional<String> cursorIn(String line) {
        return line.startsWith("{\"next\"")
                ? Optional.of(line.replaceFirst(".*\"cursor\":\"([^\"]*)\".*", "$1"))
                : Optional.empty();
    }

    private static List<String> timers(List<String> lines) {
        var timers = lines.stream().filter(it -> it.startsWith("{\"state\"")).toList();
        assertThat(timers).allSatisfy(it -> assertThat(OPEN_API.violations(LINE, it)).isEmpty());
        return timers;
    }

    private static Reply restore(ServerUnderTest server, String query, List<String> timers) {
        return server.post(
                "/api/v1/timers/import?" + query,
                "{\"timers\":[" + String.join(",", timers) + "]}");
    }

    private static List<Integer> statuses(Reply reply) {
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        return statuses;
    }

    /** One of each kind: waiting for a retry, scheduled, failed, reached, cancelled. */
    private void fill(Receiver failing, Receiver gone, Receiver kind) {
        put("plain", FAR);
        put(
                "rich",
                FAR
                        + """
                        , "headers": {"X-Key": "secret", "X-Other": "1"}, "method": "PUT",
                        "body": "payload", "callbackTimeout": "7s", "correlationId": "order-7",
                        "onFailed": "none", "payload": {"n": 1.10,
                         "lines": "a\\nb"}, "retryPolicy": {"maxAttempts": 3, "backoffMultiplier": 1.7,
                         "success": "strict", "permanentStatuses": [404, 403]}
                        """);
        put(
                "schedule",
                """
                "callbackUrl": "http://a.example/", "schedule": {"cron": "0 9 * * MON-FRI",
                 "zone": "Europe/Berlin", "count": 7, "jitter": "5m", "catchUp": "all"}""");
        put(
                "every",
                """
                "callbackUrl": "http://a.example/", "schedule": {"every": "90m"}""");
        source.post(TIMERS + "every/pause");
        put("cancelled", FAR);
        source.delete(TIMERS + "cancelled");
        put(
                "waiting",
                due(failing)
                        + ", \"retryPolicy\": {\"initialInterval\": \"10d\", \"maxInterval\": \"10d\", \"maxDuration\": \"90d\"}");
        put("failed", due(gone));
        put("reached", due(kind));
        Eventually.holds(
                "they have been tried",
                () ->
                        source.get(TIMERS + "waiting").field("attempts").equals("1")
                                && source.get(TIMERS + "failed").field("state").equals("FAILED")
                                && source.get(TIMERS + "reached").field("state").equals("REACHED"));
    }

    private static String due(Receiver receiver) {
        return "\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\""
                .formatted(receiver.url());
    }

    private void put(String id, String fields) {
        assertThat(source.put(TIMERS + id, "{" + fields + "}").status()).isEqualTo(201);
    }

    @Test
    void whatIsImportedIsExportedAgainWordForWord() {
        try (var failing = Receiver.answering(503, "");
                var gone = Receiver.answering(410, "");
                var kind = Receiver.answering(204, "")) {
            fill(failing, gone, kind);
            var exported = export(source, "secrets=true");
            var timers = timers(exported);
            assertThat(timers.stream().distinct())
                    .hasSize(8)
                    .anyMatch(it -> it.contains("\"X-Key\":\"secret\""))
                    .anyMatch(it -> it.contains("\"payloadBase64\""))
                    .anyMatch(it -> it.contains("\"lastAttempts\":[{"));

            assertThat(statuses(restore(target, "", timers.stream().distinct().toList())))
                    .hasSize(8)
                    .containsOnly(201);

            var again = timers(export(target, "secrets=true"));
            assertThat(again.stream().distinct())
                    .containsExactlyInAnyOrderElementsOf(timers.stream().distinct().toList());
            assertThat(statuses(restore(target, "replace=true", timers))).containsOnly(204);
            assertThat(timers(export(target, "secrets=true")))
                    .containsExactlyInAnyOrderElementsOf(again);
        }
    }

    @Test
    void theHeadSaysWhereItComesFromAndTheGroupHowItIsMade() {
        source.post(GROUP + "/pause");

        var lines = export(source, "");

        assertThat(lines.getFirst())
                .contains(
                        "{\"export\":{\"format\":1,\"groupId\":\"default\",\"version\":", "\"at\":")
                .contains("\"secrets\":false,\"payloads\":true}}");
        assertThat(lines.get(1))
                .startsWith(
                        "{\"group\":{\"groupId\":\"default\",\"paused\":true,\"settings\":{\"shards\":3,\"retention\":\"1h\"");
        var settings =
                lines.get(1)
                        .substring(
                                lines.get(1).indexOf("\"settings\":") + 11,
                                lines.get(1).length() - 2);
        assertThat(target.put("/api/v1/groups/copy", settings).status()).isEqualTo(201);
    }

    @Test
    void aDryRunSaysWhatWouldBecomeOfEachAndChangesNothing() {
        put("a", FAR);
        put("b", FAR);
        var timers = timers(export(source, "")).stream().distinct().toList();
        target.put(TIMERS + "a", "{" + FAR + "}");
        var before = timers(export(target, ""));

        assertThat(statuses(restore(target, "dryRun=true", timers)))
                .containsExactlyInAnyOrder(201, 409);
        assertThat(statuses(restore(target, "dryRun=true&replace=true", timers)))
                .containsExactlyInAnyOrder(201, 200);
        assertThat(timers(export(target, ""))).isEqualTo(before);
    }

    @Test
    void anotherTimerIsInTheWayUntilItIsToBeReplaced() {
        put("a", FAR + ", \"payload\": 1");
        var timers = timers(export(source, "")).stream().distinct().toList();
        target.put(TIMERS + "a", "{" + FAR + ", \"payload\": 2}");

        var refused = restore(target, "", timers).json().at("/results/0");
        assertThat(refused.path("status").asInt()).isEqualTo(409);
        assertThat(refused.at("/problem/code").asText()).isEqualTo("TIMER_EXISTS");
        assertThat(target.get(TIMERS + "a").field("payload")).isEqualTo("2");

        assertThat(statuses(restore(target, "replace=true", timers))).containsExactly(200);
        assertThat(target.get(TIMERS + "a").field("payload")).isEqualTo("1");
    }

    @Test
    void secretsAreLeftOutUnlessAskedForAndThenALineIsNotTaken() {
        put("a", FAR + ", \"headers\": {\"X-Key\": \"secret\"}, \"payload\": {\"pin\": 1234}");

        var open = timers(export(source, "")).getFirst();
        assertThat(open).contains("\"headersLeftOut\":[\"X-Key\"]").doesNotContain("secret");
        var bare = timers(export(source, "payload=false&secrets=true")).getFirst();
        assertThat(bare).contains("\"payloadLeftOut\":true").doesNotContain("pin");

        var results = restore(target, "", List.of(open, bare)).json().path("results");
        assertThat(results.findValuesAsText("field")).contains("headersLeftOut", "payloadLeftOut");
        assertThat(results.findValuesAsText("code"))
                .containsExactly("INVALID_INPUT", "INVALID_INPUT");
    }

    @Test
    void whatIsWrongInALineIsNamed() {
        put("a", FAR);
        var line = timers(export(source, "")).getFirst();
        for (var wrong :
                List.of(
                        List.of("\"revision\":\"[0-9a-f]*\"", "\"revision\":\"-1\"", "revision"),
                        List.of(
                                "\"generation\":\"[0-9a-f]*\"",
                                "\"generation\":\"ffffffffffffffff\"",
                                "generation"),
                        List.of(
                                "\"revision\":\"[0-9a-f]*\"",
                                "\"revision\":\"3fffffffffffffff\"",
                                "revision"),
                        List.of("\"state\":\"SCHEDULED\"", "\"state\":\"FAILED\"", "settledAt"),
                        List.of("\"state\":\"SCHEDULED\"", "\"state\":\"LOST\"", "state"),
                        List.of("\"attempts\":0", "\"attempts\":-1", "attempts"),
                        List.of("\"payload\":null", "\"payloadBase64\":\"e30=e\"", "payloadBase64"),
                        List.of("\"digest\":\"[0-9a-f]*\"", "\"digest\":\"00\"", "digest"),
                        List.of("\"groupId\":\"default\"", "\"groupId\":\"none\"", "groupId"),
                        List.of("\"timerId\":\"a\"", "\"timerId\":\"\"", "timerId"),
                        List.of("\"attempts\":0", "\"attempts\":0,\"delay\":\"1h\"", "delay"))) {
            var asked = line.replaceFirst(wrong.get(0), wrong.get(1));
            assertThat(asked).isNotEqualTo(line);
            assertThat(
                            restore(target, "", List.of(asked))
                                    .json()
                                    .at("/results/0/problem/field")
                                    .asText())
                    .as(asked)
                    .isEqualTo(wrong.get(2));
        }
        assertThat(timers(export(target, ""))).isEmpty();
        assertThat(source.get(GROUP + "/export?cursor=x").field("field")).isEqualTo("cursor");
        assertThat(source.get(GROUP + "/export?cursor=1.1.SCHEDULED.9..").field("field"))
                .isEqualTo("cursor");
        assertThat(restore(target, "replace=maybe", List.of(line)).field("field"))
                .isEqualTo("replace");
    }
}
