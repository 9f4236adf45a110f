package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BelfryServerTest {
    private final AtomicBoolean broken = new AtomicBoolean();

    /** A store whose commits, once it is broken, answer what no store may answer. */
    private TimerStore store(String call, Object answer) {
        var real = new MemoryTimerStore(InstantSource.system());
        return InterceptedStore.of(
                real, (name, itself) -> broken.get() && name.equals(call) ? answer : itself.call());
    }

    private static String timer(String url, Instant at) {
        return "{\"executeAt\": \"%s\", \"callbackUrl\": \"%s\"}".formatted(at, url);
    }

    @Test
    void aServerWhoseLoopHasFailedSaysSoIsNotAliveAndStops() throws Exception {
        try (var server = ServerUnderTest.on(store("commit", List.of()), Map.of())) {
            Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
            assertThat(server.failure()).isNotDone();
            broken.set(true);
            server.put("/api/v1/timers/default/t", timer("http://a.example", Instant.EPOCH));
            assertThat(server.failure().get(20, TimeUnit.SECONDS))
                    .isEqualTo("a loop has failed; the log says why");
            var live = server.get("/health/live");
            assertThat(live.status()).isEqualTo(503);
            assertThat(live.text()).contains("a loop has failed");
        }
    }

    @Test
    void aServerWhoseStoreTakesNoMoreWritesSaysSoAndIsNotAlive() throws Exception {
        try (var server = ServerUnderTest.on(store("isBroken", true), Map.of())) {
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            broken.set(true);
            assertThat(server.failure().get(20, TimeUnit.SECONDS)).contains("takes no writes");
            assertThat(server.get("/health/live").status()).isEqualTo(503);
        }
    }

    @Test
    void aStoppingServerStartsNoAttemptWhileRequestsComeToTheirEnd() throws Exception {
        try (var receiver = Receiver.answering(204, "")) {
            var server = ServerUnderTest.start(Map.of("node.shutdownPatience", "3s"));
            Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
            try (var slow = new RawConnection(server.port())) {
                slow.say(
                        "PUT /api/v1/timers/default/slow HTTP/1.1\r\nHost: localhost\r\n"
                                + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
                server.put(
                        "/api/v1/timers/default/soon",
                        timer(receiver.url(), Instant.now().plusSeconds(1)));
                server.close();
            }
            assertThat(receiver.received()).isZero();
        }
    }

    @Test
    void shardsOfGroupsThatOnlyAFormerConfigurationKnewAreWarnedOf() {
        var store = new MemoryTimerStore(InstantSource.system());
        store.leases().openGroup(Group.of("forgotten", 3));
        store.leases().openGroup(Group.of("default", 16));
        store.leases().openGroup(Group.of("another", 256));
        var events = new ListAppender<ILoggingEvent>();
        events.start();
        var logger = (Logger) LoggerFactory.getLogger(GroupDeclarations.class);
        logger.addAppender(events);
        try {
            ServerUnderTest.on(store, Map.of()).close();
        } finally {
            logger.detachAppender(events);
        }
        assertThat(events.list)
                .filteredOn(it -> it.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.getMessage()).contains("groups that are not there");
                            assertThat(it.getKeyValuePairs().toString())
                                    .contains("{another=256, forgotten=3}");
                        });
    }
}
