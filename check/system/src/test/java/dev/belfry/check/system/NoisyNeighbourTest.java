package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Noisy neighbours of a real server: hosts that hang, groups with a backlog, and hosts that break
 * the rules. What others get is judged by order and number, which hold on a busy machine too.
 */
@Tag("system")
@Timeout(300)
class NoisyNeighbourTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BATCH = 1_000;
    private static final int HANGING_HOSTS = 50;
    private static final int TIMERS_OF_HANGING_HOST = 50;
    private static final int BACKLOG = 10_000;
    private static final int PUNCTUAL = 200;
    private static final int TIMERS_OF_RUDE_HOST = 40;

    /** Long enough for any machine; only what never happens runs into it. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "groups.default.shards", "8",
                                "groups.hanging.shards", "8",
                                "groups.backlog.shards", "8",
                                "groups.punctual.shards", "8"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Notes whose callbacks come, in their order, and answers each at once. */
    private static final class Arrivals implements RawReceiver.Answer {
        private final List<String> groups = new CopyOnWriteArrayList<>();

        @Override
        public void to(RawReceiver.Request request, Socket connection) throws IOException {
            var sent = JSON.readTree(request.body());
            groups.add(sent.path("groupId").asText());
            RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
        }

        long of(String group) {
            return groups.stream().filter(group::equals).count();
        }
    }

    @Test
    void hostsThatHangHoldUpNeitherOtherGroupsNorOtherHostsOfTheirGroup() {
        var hanging = new ArrayList<RawReceiver>();
        var arrivals = new Arrivals();
        try (var good = new RawReceiver(arrivals)) {
            var due = Instant.now().plusSeconds(1);
            for (int host = 0; host < HANGING_HOSTS; host++) {
                var receiver = new RawReceiver((_, _) -> {});
                hanging.add(receiver);
                create("hanging", TIMERS_OF_HANGING_HOST, "h" + host, due, receiver.url(), "15m");
            }
            await("every host hangs", () -> hanging.stream().allMatch(it -> it.connections() > 0));
            create("punctual", PUNCTUAL, "p", due, good.url(), "10s");
            create("hanging", PUNCTUAL, "p", due, good.url(), "10s");
            await("all callbacks of the good host", () -> arrivals.groups.size() >= 2 * PUNCTUAL);
            assertThat(arrivals.of("punctual")).isEqualTo(PUNCTUAL);
            assertThat(arrivals.of("hanging")).isEqualTo(PUNCTUAL);
            for (int host = 0; host < HANGING_HOSTS; host++) {
                var timer = server.get("/api/v1/timers/hanging/h%d-0".formatted(host));
                assertThat(timer.json().path("attempts").asInt()).as("%s", timer).isZero();
            }
        } finally {
            hanging.forEach(RawReceiver::close);
        }
    }

    /** The backlog is older: earliest first would deliver all of it before the others. */
    @Test
    void aGroupWithABacklogAndAnotherTakeTurns() {
        var arrivals = new Arrivals();
        try (var receiver = new RawReceiver(arrivals)) {
            server.post("/api/v1/groups/backlog/pause");
            server.post("/api/v1/groups/punctual/pause");
            var due = Instant.now();
            for (int i = 0; i < BACKLOG / BATCH; i++) {
                create("backlog", BATCH, "b" + i, due, receiver.url(), "10s");
            }
            create("punctual", PUNCTUAL, "p", due.plusMillis(1), receiver.url(), "10s");
            server.post("/api/v1/groups/backlog/resume");
            await("the backlog fires", () -> !arrivals.groups.isEmpty());
            server.post("/api/v1/groups/punctual/resume");
            await("all callbacks", () -> arrivals.groups.size() >= BACKLOG + PUNCTUAL);
        }
        var order = List.copyOf(arrivals.groups);
        int first = order.indexOf("punctual");
        int last = order.lastIndexOf("punctual");
        System.out.printf("punctual from %d to %d of %d%n", first, last, order.size());
        assertThat(last)
                .as("before the backlog is through")
                .isLessThan(order.size() / 2 + first / 2);
        assertThat(last - first).as("from the first to the last").isLessThan(BACKLOG / 2);
    }

    @Test
    void hostsThatBreakTheRulesAreSettledAsTheTableSays() {
        var hosts = RudeHost.all();
        try {
            var due = Instant.now().plusSeconds(1);
            hosts.forEach(host -> create(TIMERS_OF_RUDE_HOST, i -> host.timer(i, due)));
            hosts.forEach(this::requireSettled);
        } finally {
            hosts.forEach(RudeHost::close);
        }
    }

    private void requireSettled(RudeHost host) {
        for (int i = 0; i < TIMERS_OF_RUDE_HOST; i++) {
            int number = i;
            await(
                    "settled: " + host.timerId(i),
                    () -> !timer(host, number).field("state").equals("SCHEDULED"));
            host.requireSettled(timer(host, i));
        }
    }

    private Reply timer(RudeHost host, int i) {
        return server.get("/api/v1/timers/default/" + host.timerId(i));
    }

    private void create(
            String group, int count, String prefix, Instant due, String url, String timeout) {
        create(
                count,
                i ->
                        """
                        {"groupId": "%s", "timerId": "%s-%d", "executeAt": "%s", "callbackUrl": "%s",
                         "callbackTimeout": "%s", "retryPolicy": {"initialInterval": "1s"}}"""
                                .formatted(group, prefix, i, due, url, timeout));
    }

    private void create(int count, IntFunction<String> timer) {
        var items = IntStream.range(0, count).mapToObj(timer).collect(Collectors.joining(","));
        var reply = server.post("/api/v1/timers/batch", "{\"timers\":[" + items + "]}");
        assertThat(reply.json().path("results")).as("%s", reply).hasSize(count);
        reply.json()
                .path("results")
                .forEach(it -> assertThat(it.path("status").asInt()).as("%s", it).isEqualTo(201));
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("never: " + what).isNegative();
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
