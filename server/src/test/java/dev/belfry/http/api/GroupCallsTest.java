package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupCallsTest {
    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server =
                ServerUnderTest.start(
                        Map.of("groups.default.shards", "4", "groups.mail.retry.maxAttempts", "7"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply put(String id, String executeAt, String more) {
        return server.put(
                "/api/v1/timers/default/" + id,
                "{\"executeAt\": \"%s\", \"callbackUrl\": \"http://a.example\"%s}"
                        .formatted(executeAt, more));
    }

    private static List<String> ids(Reply page) {
        var ids = new ArrayList<String>();
        page.json().path("timers").forEach(timer -> ids.add(timer.path("timerId").asText()));
        return ids;
    }

    @Test
    void aBatchGivesOneOutcomePerTimerInOrder() {
        var good =
                "{\"timerId\": \"%s\", \"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"%s\", \"payload\": 1.0}";
        var reply =
                server.post(
                        "/api/v1/timers/batch",
                        "{\"timers\": [%s, {\"timerId\": 1}, %s, %s, %s, 7]}"
                                .formatted(
                                        good.formatted("a", "http://a.example"),
                                        good.formatted("b", "nonsense"),
                                        good.formatted("a", "http://a.example"),
                                        good.formatted("a", "http://b.example")));
        assertThat(reply.status()).isEqualTo(200);
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        assertThat(statuses).containsExactly(201, 400, 400, 200, 409, 400);
        assertThat(reply.json().at("/results/1/problem/field").asText()).isEqualTo("timerId");
        assertThat(reply.json().at("/results/2/problem/field").asText()).isEqualTo("callbackUrl");
        assertThat(reply.json().at("/results/4/problem/code").asText()).isEqualTo("TIMER_EXISTS");
        assertThat(reply.text()).contains("\"payload\":1.0");
        assertThat(server.post("/api/v1/timers/batch", "{\"timers\": []}").text())
                .isEqualTo("{\"results\":[]}");
    }

    @Test
    void aThousandTimersFitIntoABatch() {
        var items =
                IntStream.range(0, 1_000)
                        .mapToObj(
                                i ->
                                        "{\"timerId\": \"n%d\", \"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}"
                                                .formatted(i))
                        .toList();
        var reply =
                server.post(
                        "/api/v1/timers/batch", "{\"timers\": [" + String.join(",", items) + "]}");
        assertThat(reply.json().path("results")).hasSize(1_000);
        reply.json()
                .path("results")
                .forEach(it -> assertThat(it.path("status").asInt()).isEqualTo(201));
    }

    @Test
    void theListOfGroupsSaysWhatEachOfThemHolds() {
        put("later", "2090-01-01T00:00:00Z", "");
        Eventually.holds("counted", () -> listed(0).path("pending").asInt(-1) == 1);
        assertThat(listed(0).path("groupId").asText()).isEqualTo("default");
        assertThat(listed(0).path("deadLetters").asInt(-1)).isZero();
        assertThat(listed(0).path("countsExact").asBoolean()).isTrue();
        assertThat(listed(1).path("pending").asInt(-1)).isZero();
        assertThat(server.get("/metrics").text())
                .containsPattern("belfry_pending\\{group=\"default\"\\} 1\\.0");
    }

    private JsonNode listed(int index) {
        return server.get("/api/v1/groups").json().path("groups").path(index);
    }

    @Test
    void timersAreBrowsedInOrderOfTimePageByPage() {
        for (int i = 9; i >= 0; i--) {
            put(
                    "t" + i,
                    "2090-01-01T00:00:0" + i + "Z",
                    i % 2 == 0 ? ", \"correlationId\": \"even\"" : "");
        }
        var path = "/api/v1/groups/default/timers";
        var all = new ArrayList<String>();
        var query = "?limit=4";
        for (int page = 0; page < 3; page++) {
            var reply = server.get(path + query);
            all.addAll(ids(reply));
            query = "?limit=4&cursor=" + reply.field("nextCursor");
            assertThat(reply.json().has("nextCursor")).isEqualTo(page < 2);
        }
        assertThat(all).containsExactly("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9");
        var some = server.get(path + "?from=2090-01-01T00:00:03Z&until=2090-01-01T00:00:05Z");
        assertThat(ids(some)).containsExactly("t3", "t4");
        var even = server.get(path + "?correlationId=even&limit=3");
        assertThat(ids(even)).containsExactly("t0", "t2", "t4");
        var rest = server.get(path + "?correlationId=even&cursor=" + even.field("nextCursor"));
        assertThat(ids(rest)).containsExactly("t6", "t8");
        assertThat(ids(server.get(path + "?correlationId=odd"))).isEmpty();
    }

    @Test
    void aDeadLetterIsListedAndRedriven() throws Exception {
        try (var receiver = Receiver.answering(410, "no")) {
            for (var id : List.of("one", "two")) {
                server.put(
                        "/api/v1/timers/default/" + id,
                        "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                                .formatted(receiver.url()));
                receiver.next();
                Eventually.holds(
                        id + " failed",
                        () ->
                                server.get("/api/v1/timers/default/" + id)
                                        .field("state")
                                        .equals("FAILED"));
            }
            var path = "/api/v1/groups/default/failed";
            var first = server.get(path + "?limit=1");
            assertThat(ids(first)).containsExactly("two");
            JsonNode dead = first.json().at("/timers/0");
            assertThat(dead.path("state").asText()).isEqualTo("FAILED");
            assertThat(dead.path("lastError").asText()).contains("410");
            assertThat(dead.path("attempts").asInt()).isEqualTo(1);
            assertThat(ids(server.get(path + "?cursor=" + first.field("nextCursor"))))
                    .containsExactly("one");
            var redriven = server.post(path + "/two/redrive");
            assertThat(redriven.status()).isEqualTo(200);
            assertThat(redriven.field("state")).isEqualTo("SCHEDULED");
            receiver.next();
            put("pending", "2090-01-01T00:00:00Z", "");
            var conflict = server.post(path + "/pending/redrive");
            assertThat(conflict.status()).isEqualTo(409);
            assertThat(put("one", "2090-01-01T00:00:00Z", "").status()).isEqualTo(201);
        }
    }

    @Test
    void groupsShowTheirSettingsCountsAndBacklog() {
        put("a", "2090-01-01T00:00:00Z", "");
        var all = server.get("/api/v1/groups");
        assertThat(all.json().path("groups")).hasSize(2);
        var one = server.get("/api/v1/groups/default");
        assertThat(one.json().path("shardCount").asInt()).isEqualTo(4);
        assertThat(one.json().path("pending").asInt()).isEqualTo(1);
        assertThat(one.json().path("shards")).hasSize(4);
        assertThat(one.field("backlogAgeMillis")).isEqualTo("0");
        var mail = server.get("/api/v1/groups/mail");
        assertThat(mail.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(7);
        assertThat(server.get("/api/v1/groups/none").field("code")).isEqualTo("GROUP_NOT_FOUND");
    }

    @Test
    void aPausedGroupKeepsItsTimersAndFiresThemWhenResumed() throws Exception {
        try (var receiver = Receiver.answering(204, "")) {
            var paused =
                    server.post("/api/v1/groups/default/pause", "{\"reason\": \"for the test\"}");
            assertThat(paused.status()).isEqualTo(200);
            assertThat(paused.field("pauseReason")).isEqualTo("for the test");
            server.put(
                    "/api/v1/timers/default/waits",
                    "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                            .formatted(receiver.url()));
            var group = server.get("/api/v1/groups/default");
            assertThat(group.json().path("paused").asBoolean()).isTrue();
            assertThat(group.field("backlogAgeMillis")).isNotEqualTo("0");
            assertThat(server.get("/api/v1/timers/default/waits").status()).isEqualTo(200);
            var resumed = server.post("/api/v1/groups/default/resume");
            assertThat(resumed.status()).isEqualTo(200);
            assertThat(resumed.json().path("paused").asBoolean()).isFalse();
            receiver.next();
            Eventually.holds(
                    "gone", () -> server.get("/api/v1/timers/default/waits").status() == 404);
        }
    }

    @Test
    void theClusterShowsThisNodeAndTheOwnersOfShards() {
        var cluster = server.get("/api/v1/cluster").json();
        assertThat(cluster.path("self").asText()).isEqualTo("node-1");
        assertThat(cluster.at("/members/0/address").asText()).endsWith(":" + server.port());
        assertThat(cluster.path("groups")).hasSize(2);
        cluster.path("groups")
                .forEach(
                        group -> {
                            assertThat(group.at("/shards/0/owner").asText()).isEqualTo("node-1");
                            assertThat(group.at("/shards/3/epoch").asInt()).isEqualTo(1);
                        });
    }
}
