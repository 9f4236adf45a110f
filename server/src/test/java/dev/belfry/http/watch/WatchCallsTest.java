package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.server.Eventually;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people watch, on a server that has something to show. */
class WatchCallsTest {
    private static final int TIMERS = 200;

    private static ServerUnderTest server;
    private static Receiver receiver;

    @BeforeAll
    static void start() throws Exception {
        receiver = Receiver.answering(204, "");
        server =
                ServerUnderTest.start(
                        Map.of(
                                "groups.default.shards",
                                "4",
                                "groups.paper.shards",
                                "2",
                                "callback.signingKeys",
                                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
        var timers = new ArrayList<String>();
        for (int i = 0; i < TIMERS; i++) {
            timers.add(
                    "{\"timerId\": \"t%d\", \"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                            .formatted(i, receiver.url()));
        }
        server.post("/api/v1/timers/batch", "{\"timers\": [" + String.join(", ", timers) + "]}");
        for (int i = 0; i < TIMERS; i++) {
            receiver.next();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        receiver.close();
    }

    private static double sum(JsonNode figures) {
        return StreamSupport.stream(figures.spliterator(), false)
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .sum();
    }

    private static long known(JsonNode figures) {
        return StreamSupport.stream(figures.spliterator(), false)
                .filter(JsonNode::isNumber)
                .count();
    }

    private static JsonNode series(String query, String name) {
        return server.get("/api/v1/history" + query).json().path("series").path(name);
    }

    @Test
    void historyHoldsWhatWasFiredInTotalAndByGroup() {
        Eventually.holds("the history shows them", () -> sum(series("?range=5m", "fired")) > 0);
        assertThat(sum(series("?groupId=default", "created"))).isPositive();
        assertThat(sum(series("?groupId=paper", "fired"))).isZero();
        assertThat(known(series("", "latenessMaxMillis"))).isPositive();
        assertThat(sum(series("", "latenessMaxMillis")))
                .isGreaterThanOrEqualTo(sum(series("", "latenessP99Millis")));
        assertThat(sum(series("", "latenessP99Millis")))
                .isGreaterThanOrEqualTo(sum(series("", "latenessP50Millis")));
    }

    @ParameterizedTest
    @CsvSource({
        "5m, 1000, 300",
        "15m, 10000, 90",
        "1h, 10000, 360",
        "6h, 120000, 180",
        "24h, 120000, 720"
    })
    void everyRangeHasItsStepAndItsLength(String range, long step, int length) {
        var json = server.get("/api/v1/history?range=" + range).json();
        assertThat(json.path("stepMillis").asLong()).isEqualTo(step);
        json.path("series").forEach(it -> assertThat(it).hasSize(length));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/history?range=1y, range, 400",
        "/api/v1/history?groupId=NO, groupId, 400",
        "/api/v1/history?groupId=none, groupId, 404",
        "/api/v1/history?until=1, until, 400",
        "/api/v1/groups/none/shards, groupId, 404",
        "/api/v1/alarms?x=1, x, 400",
        "/api/v1/system?x=1, x, 400"
    })
    void badInputNamesTheField(String path, String field, int status) {
        var reply = server.get(path);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.field("field")).isEqualTo(field);
    }

    @Test
    void shardsShowTheirOwnersAndWhatTheyDid() {
        var json = server.get("/api/v1/groups/default/shards").json();
        assertThat(json.path("shards")).hasSize(4);
        double fired = 0;
        for (var shard : json.path("shards")) {
            assertThat(shard.path("owner").asText()).isEqualTo("node-1");
            assertThat(shard.path("state").asText()).isEqualTo("OPEN");
            fired += shard.path("firedPerSecond").asDouble();
        }
        assertThat(fired).isPositive();
        assertThat(json.path("moves")).hasSize(4);
        assertThat(json.at("/moves/0/to").asText()).isEqualTo("node-1");
        assertThat(json.path("missing")).isEmpty();
    }

    @Test
    void aPausedGroupIsAnAlarmUntilItIsResumed() {
        server.post("/api/v1/groups/paper/pause", "{\"reason\": \"out of paper\"}");
        Eventually.holds(
                "the alarm is there",
                () ->
                        server.get("/api/v1/alarms")
                                .json()
                                .at("/alarms/0/text")
                                .asText()
                                .equals("group paper is paused (out of paper)"));
        var alarm = server.get("/api/v1/alarms").json().at("/alarms/0");
        assertThat(alarm.path("code").asText()).isEqualTo("GROUP_PAUSED");
        assertThat(alarm.path("groupId").asText()).isEqualTo("paper");
        server.post("/api/v1/groups/paper/resume");
        Eventually.holds(
                "the alarm is gone",
                () -> server.get("/api/v1/alarms").json().path("alarms").isEmpty());
    }

    @Test
    void theSystemShowsNodesStoreHostsAndConfiguration() {
        var text = server.get("/api/v1/system").text();
        var json = server.get("/api/v1/system").json();
        assertThat(json.at("/nodes/0/nodeId").asText()).isEqualTo("node-1");
        assertThat(json.at("/nodes/0/shards").asInt()).isEqualTo(6);
        assertThat(json.at("/store/operations").findValuesAsText("name")).contains("commit");
        assertThat(json.at("/store/commitSizes/count").asInt()).isPositive();
        assertThat(json.at("/hosts/0/host").asText()).startsWith("127.0.0.1:");
        assertThat(json.at("/hosts/0/errorRate").asDouble()).isZero();
        assertThat(json.path("configuration").findValuesAsText("key"))
                .contains("http.port", "groups.paper.shards", "callback.signingKeys")
                .doesNotContain("origins");
        assertThat(text).contains("(hidden)").doesNotContain("whsec_");
        for (var setting : json.path("configuration")) {
            if (setting.path("key").asText().equals("groups.paper.shards")) {
                assertThat(setting.path("value").asText()).isEqualTo("2");
                assertThat(setting.path("source").asText()).isEqualTo("the command line");
            }
        }
    }

    @Test
    void eventsAreAsTheyAreDescribed() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
            var said = connection.upTo("\"alarms\":[]}");
            assertThat(said).contains("retry: 2000").contains("event: rates");
            var data = said.substring(said.indexOf("data: ") + 6);
            var json = data.substring(0, data.indexOf("\"alarms\":[]}") + 12);
            var file = OpenApiFile.load();
            assertThat(file.violations(file.root().at("/components/schemas/Rates"), json))
                    .isEmpty();
            assertThat(new JsonMapper().readTree(json).at("/nodes/0/openShards").asInt())
                    .isEqualTo(6);
        }
    }
}
