package dev.belfry.server;

import static dev.belfry.server.Traces.hex;
import static dev.belfry.server.Traces.isPartOf;
import static dev.belfry.server.Traces.named;
import static dev.belfry.server.Traces.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.MemoryTimerStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a collector of traces is told: one timer is one connected story. */
class TracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";
    private static final String PARENT = "00-" + TRACE + "-" + CALLER + "-01";
    private static final String CREATE = "POST /api/v1/timers";

    private final Collector collector = new Collector();
    private final List<ServerUnderTest> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(ServerUnderTest::close);
        collector.close();
    }

    private ServerUnderTest start(MemoryTimerStore store, String name, String endpoint) {
        var server =
                ServerUnderTest.on(
                        store,
                        Map.of(
                                "node.id", name,
                                "cluster.secret", "a-secret-of-many-characters",
                                "tracing.endpoint", endpoint));
        servers.add(server);
        return server;
    }

    private ServerUnderTest start() {
        return start(new MemoryTimerStore(InstantSource.system()), "a", collector.address());
    }

    private String timer(String id, String more) {
        return """
        {"timerId": "%s", "delay": "1ms", "callbackUrl": "%s/callback/%s"%s}"""
                .formatted(id, collector.address(), id, more);
    }

    private void awaitSpans(int count) {
        Eventually.holds(
                count + " spans have come", () -> collector.ofTrace(TRACE).size() >= count);
    }

    @Test
    void requestCommitAndAttemptsAreOneStoryThatTheReceiverContinues() {
        var made =
                start().post(
                                "/api/v1/timers",
                                timer("broken", ", \"retryPolicy\": {\"maxAttempts\": 1}"),
                                "traceparent",
                                PARENT);
        assertThat(made.status()).isEqualTo(201);
        awaitSpans(3);

        var spans = collector.ofTrace(TRACE);
        var request = named(spans, CREATE);
        var commit = named(spans, "commit");
        var attempt = named(spans, "attempt");
        assertThat(hex(request.getParentSpanId())).isEqualTo(CALLER);
        assertThat(isPartOf(commit, request)).isTrue();
        assertThat(isPartOf(attempt, commit)).isTrue();
        assertThat(collector.traceparent("broken"))
                .isEqualTo("00-" + TRACE + "-" + hex(attempt.getSpanId()) + "-01");
        assertThat(note(request, "http.response.status_code")).isEqualTo("201");
        assertThat(note(commit, "belfry.verdict")).isEqualTo("created");
        assertThat(attempt.getStatus().getMessage()).contains("500");
        assertThat(request.getEndTimeUnixNano()).isGreaterThan(request.getStartTimeUnixNano());
    }

    @Test
    void anOwnerElsewhereIsPartOfTheSameStory() {
        var store = new MemoryTimerStore(InstantSource.system());
        var one = start(store, "a", collector.address());
        start(store, "b", collector.address());
        Eventually.holds(
                "each knows the other",
                () -> one.get("/api/v1/cluster").json().at("/node/viewSize").asInt() == 2);
        Eventually.holds(
                "a timer of the other node is traced",
                () -> {
                    var id = "t" + collector.ofTrace(TRACE).size();
                    one.put("/api/v1/timers/default/" + id, timer(id, ""), "traceparent", PARENT);
                    return collector.nodes().contains("b")
                            && collector.ofTrace(TRACE).stream()
                                    .anyMatch(it -> it.getName().startsWith("PUT /internal"));
                });
        var there =
                collector.ofTrace(TRACE).stream()
                        .filter(it -> it.getName().startsWith("PUT /internal"))
                        .findFirst()
                        .orElseThrow();
        Eventually.holds(
                "what it is part of comes from the other node, in its own time",
                () -> collector.ofTrace(TRACE).stream().anyMatch(it -> isPartOf(there, it)));
    }

    @Test
    void eachRunOfAScheduleIsATraceThatNamesWhereTheTimerWasMade() {
        start().post(
                        "/api/v1/timers",
                        """
                        {"timerId": "often", "schedule": {"every": "1s"}, "callbackUrl": "%s/callback/often"}"""
                                .formatted(collector.address()),
                        "traceparent",
                        PARENT);
        Eventually.holds("a run has come", () -> !collector.traceparent("often").isEmpty());
        var run = collector.traceparent("often").substring(3, 35);
        assertThat(run).isNotEqualTo(TRACE);
        Eventually.holds("its span has come", () -> !collector.ofTrace(run).isEmpty());
        assertThat(hex(collector.ofTrace(run).getFirst().getLinks(0).getTraceId()))
                .isEqualTo(TRACE);
    }

    @Test
    void aRequestWhoseCallerWantsNoSpansIsNoneAndItsTraceGoesOn() {
        var unwanted = "00-" + TRACE + "-" + CALLER + "-00";
        start().post("/api/v1/timers", timer("quiet", ""), "traceparent", unwanted);
        awaitSpans(1);
        assertThat(collector.traceparent("quiet")).startsWith("00-" + TRACE);
        assertThat(collector.ofTrace(TRACE)).allMatch(it -> it.getName().equals("attempt"));
    }

    @Test
    void nobodyWaitsForACollectorThatIsAway() {
        var server = start(new MemoryTimerStore(InstantSource.system()), "a", "http://127.0.0.1:9");
        assertThat(server.post("/api/v1/timers", timer("alone", "")).status()).isEqualTo(201);
        Eventually.holds("the callback came", () -> !collector.traceparent("alone").isEmpty());
        Eventually.holds(
                "what is lost is counted",
                () ->
                        server.get("/metrics")
                                .text()
                                .matches("(?s).*belfry_spans_total\\{outcome=\"lost\"\\} [1-9].*"));
    }
}
