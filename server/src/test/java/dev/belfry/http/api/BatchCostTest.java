package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.server.ServerUnderTest;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a batch costs is in proportion to its size, whatever stands in it. */
class BatchCostTest {
    /**
     * Bytes that are allocated for each byte of a batch, by server, store and client in one
     * process: the body is sent, received, read into payloads, and shown. Each copy of all of it
     * for each timer would be a thousand.
     */
    private static final int MOST_FOR_A_BYTE = 40;

    private static final int TIMERS = 1_000;
    private static final ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.on(
                        new MemoryTimerStore(InstantSource.system()),
                        Map.of("limits.batchTimers", "10000"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Payloads of 14 kB, each with something that has cost more than it should. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"\\ud800\": 1}",
                "{\"\\ud83d\\ude00\": \"\\ud800\"}",
                "{\"a\": [[[[{\"\\uDFFF\": {\"\\ud800\": 1}}]]]]}",
                "\"\\ud800\"",
                "\"ü\""
            })
    void aPayloadCostsNoMoreThanItsBytes(String payload) {
        var padded = "[\"" + "x".repeat(14_000) + "\", " + payload + "]";
        requireCheap(
                IntStream.range(0, TIMERS)
                        .mapToObj(i -> timer("t" + payload.hashCode() + "-" + i, padded))
                        .collect(Collectors.joining(", ")),
                201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "1", "{\"x\": {\"\\ud800\": 1}}", "[[[[]]]]", "null"})
    void aTimerThatIsRefusedCostsNoMoreThanItsBytes(String item) {
        var padded = item + " ".repeat(14_000);
        requireCheap(
                IntStream.range(0, TIMERS).mapToObj(_ -> padded).collect(Collectors.joining(",")),
                400);
    }

    private static String timer(String id, String payload) {
        return "{\"timerId\": \"%s\", \"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\", \"payload\": %s}"
                .formatted(id, payload);
    }

    private static void requireCheap(String items, int status) {
        var body = "{\"timers\": [" + items + "]}";
        long before = THREADS.getTotalThreadAllocatedBytes();
        var reply = server.post("/api/v1/timers/batch", body);
        long allocated = THREADS.getTotalThreadAllocatedBytes() - before;
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text().split("\\{\"status\":" + status + ",", -1)).hasSize(TIMERS + 1);
        assertThat((double) allocated / body.length()).isLessThan(MOST_FOR_A_BYTE);
    }
}
