package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rude hosts, each with more timers than it may have callbacks at a time, beside a host that is
 * punctual: the rude ones are settled as the table says, and the timers of the other one are on
 * time as if it were alone.
 */
@Tag("system")
class RudeNeighboursTest {
    private static final int TIMERS_OF_RUDE_HOST = 300;
    private static final int PUNCTUAL_PER_SECOND = 100;
    private static final int PUNCTUAL_SECONDS = 15;
    private static final Duration AHEAD = Duration.ofSeconds(2);

    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

    /**
     * Wide, because machines are busy, and wider on one where the host is late when it is alone; a
     * host that starves its neighbours shows all the same.
     */
    private static final Duration LATEST_P99 = Duration.ofSeconds(2);

    private static final int TIMES_LATER = 4;

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server = ServerUnderTest.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void rudeHostsAreSettledAsTheTableSaysWhileTimersOfOtherHostsKeepTheirLateness()
            throws Exception {
        var alone = punctual("alone");
        List<Lateness> beside;
        var hosts = RudeHost.all();
        try {
            var created = Instant.now();
            hosts.forEach(this::load);
            System.out.printf(
                    "%d rude hosts with %d timers each, created within %d ms%n",
                    hosts.size(),
                    TIMERS_OF_RUDE_HOST,
                    Duration.between(created, Instant.now()).toMillis());
            beside = punctual("beside");
            hosts.forEach(this::requireSettled);
            System.out.printf(
                    "rude hosts settled after %d s%n",
                    Duration.between(created, Instant.now()).toSeconds());
        } finally {
            hosts.forEach(RudeHost::close);
        }
        System.out.printf("punctual host alone:       %s%n", Lateness.summary(alone));
        System.out.printf("punctual host beside them: %s%n", Lateness.summary(beside));
        assertThat(Lateness.percentile(beside, 0.99))
                .isLessThan(
                        LATEST_P99.plus(
                                Lateness.percentile(alone, 0.99).multipliedBy(TIMES_LATER)));
    }

    private void load(RudeHost host) {
        var executeAt = Instant.now().plus(AHEAD);
        var items =
                IntStream.range(0, TIMERS_OF_RUDE_HOST)
                        .mapToObj(i -> host.timer(i, executeAt))
                        .collect(Collectors.joining(","));
        create(items, TIMERS_OF_RUDE_HOST);
    }

    private void create(String items, int count) {
        var reply = server.post("/api/v1/timers/batch", "{\"timers\":[" + items + "]}");
        assertThat(reply.json().path("results")).hasSize(count);
        reply.json()
                .path("results")
                .forEach(it -> assertThat(it.path("status").asInt()).as("%s", it).isEqualTo(201));
    }

    /** Timers every few milliseconds for some seconds; they all arrive, none early. */
    private List<Lateness> punctual(String name) throws InterruptedException {
        var arrived = new ConcurrentHashMap<String, Lateness>();
        try (var receiver =
                new RawReceiver(
                        (request, connection) -> {
                            var late = Lateness.of(request, Instant.now());
                            arrived.putIfAbsent(late.timerId(), late);
                            RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
                        })) {
            int count = PUNCTUAL_PER_SECOND * PUNCTUAL_SECONDS;
            var first = Instant.now().plus(AHEAD);
            for (int from = 0; from < count; from += 500) {
                create(punctualItems(name, receiver.url(), first, from, from + 500), 500);
            }
            var deadline = first.plusSeconds(PUNCTUAL_SECONDS).plus(LONGEST_DELAY);
            while (arrived.size() < count) {
                if (Instant.now().isAfter(deadline)) {
                    throw new AssertionError(
                            "%d of %s; waiting: %s; failed: %s"
                                    .formatted(
                                            arrived.size(),
                                            name,
                                            server.get("/api/v1/groups/default/timers?limit=2"),
                                            server.get("/api/v1/groups/default/failed?limit=2")));
                }
                Thread.sleep(50);
            }
        }
        assertThat(arrived.values()).noneMatch(Lateness::isEarly);
        return List.copyOf(arrived.values());
    }

    private static String punctualItems(
            String name, String url, Instant first, int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(
                        i ->
                                "{\"timerId\":\"%s-%d\",\"executeAt\":\"%s\",\"callbackUrl\":\"%s\",\"retryPolicy\":{\"initialInterval\":\"1s\"}}"
                                        .formatted(
                                                name,
                                                i,
                                                first.plusMillis(i * 1_000L / PUNCTUAL_PER_SECOND),
                                                url))
                .collect(Collectors.joining(","));
    }

    private void requireSettled(RudeHost host) {
        for (int i = 0; i < TIMERS_OF_RUDE_HOST; i++) {
            int number = i;
            Eventually.holds(
                    "settled: " + timer(host, i),
                    () -> !timer(host, number).field("state").equals("SCHEDULED"));
            host.requireSettled(timer(host, i));
        }
    }

    private Reply timer(RudeHost host, int i) {
        return server.get("/api/v1/timers/default/" + host.timerId(i));
    }
}
