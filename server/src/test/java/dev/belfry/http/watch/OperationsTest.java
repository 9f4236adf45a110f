package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsTest {
    @TempDir private Path folder;

    @Test
    void metricsTellWhatHappenedToTheTimersOfAGroup() throws Exception {
        try (var server = ServerUnderTest.start();
                var receiver = Receiver.answering(204, "")) {
            server.put(
                    "/api/v1/timers/default/a",
                    "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                            .formatted(receiver.url()));
            receiver.next();
            Eventually.holds(
                    "settled",
                    () ->
                            server.get("/metrics")
                                    .text()
                                    .contains(
                                            "belfry_settled_total{group=\"default\",outcome=\"reached\"}"
                                                    + " 1.0"));
            var metrics = server.get("/metrics").text();
            assertThat(metrics)
                    .contains("belfry_changes_total{group=\"default\",verdict=\"created\"} 1.0")
                    .contains("belfry_attempts_total{group=\"default\",kind=\"first\"} 1.0")
                    .contains("belfry_lateness_seconds_bucket{group=\"default\",le=\"0.005\"}")
                    .contains("belfry_callback_seconds_count{group=\"default\",reply=\"done\"} 1")
                    .contains("belfry_commit_seconds_count")
                    .contains("belfry_commit_size_count")
                    .contains(
                            "belfry_store_call_seconds_count{database=\"\",operation=\"commit\",outcome=\"ok\"}")
                    .contains("belfry_attempts_in_flight")
                    .contains("belfry_window_timers{group=\"default\"}")
                    .contains("belfry_backlog_age_seconds{group=\"default\"}")
                    .contains("belfry_shards_open{group=\"default\"}");
        }
    }

    @Test
    void eventsTellTheRatesOfEachSecond() throws Exception {
        try (var server = ServerUnderTest.start();
                var connection = new RawConnection(server.port())) {
            connection.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains("text/event-stream");
            assertThat(connection.upTo("backlogAgeMillis"))
                    .contains("event: rates")
                    .contains("\"createdPerSecond\":0.0");
        }
    }

    @Test
    void aServerOnSqliteStopsInGoodOrderAndKeepsItsTimers() throws Exception {
        var settings = Map.of("data.dir", folder.toString(), "groups.default.shards", "small");
        String before;
        try (var server = ServerUnderTest.onSqlite(settings)) {
            Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
            before =
                    server.put(
                                    "/api/v1/timers/default/kept",
                                    "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\":"
                                            + " \"http://a.example\", \"payload\": {\"é\":  1.10}}")
                            .text();
        }
        try (var server = ServerUnderTest.onSqlite(settings)) {
            Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
            assertThat(server.get("/api/v1/timers/default/kept").text()).isEqualTo(before);
            assertThat(server.get("/api/v1/cluster").json().at("/groups/0/shards/0/epoch").asInt())
                    .isEqualTo(3);
        }
    }

    @Test
    void aStoppedServerTakesNoConnections() {
        int port;
        try (var server = ServerUnderTest.start()) {
            port = server.port();
            assertThat(server.get("/health/live").status()).isEqualTo(200);
        }
        assertThatThrownBy(() -> new RawConnection(port)).isInstanceOf(ConnectException.class);
    }
}
