package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.client.Answers.Deletion;
import dev.belfry.client.Answers.Stored;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.server.Eventually;
import dev.belfry.server.ServerUnderTest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two servers on one store: each change goes to the one that owns its shard. */
class OwnersTest {
    private static final Instant FAR = Instant.parse("2090-01-01T00:00:00Z");
    private static final String URL = "http://a.example/";

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());

    private ServerUnderTest start(String name) {
        return ServerUnderTest.on(
                store, Map.of("node.id", name, "cluster.secret", "a-secret-of-many-characters"));
    }

    private static boolean isShared(ServerUnderTest node) {
        var owners = new HashSet<String>();
        node.get("/api/v1/cluster")
                .json()
                .at("/groups/0/shards")
                .forEach(it -> owners.add(it.path("owner").asText("")));
        return owners.equals(Set.of("a", "b"));
    }

    private static int forwarded(ServerUnderTest node) {
        return node.get("/api/v1/cluster").json().at("/node/changesForwarded").asInt();
    }

    @Test
    void noChangeTakesAHopWhenTheOwnersAreKnownAndAnyServerDoesWhenOneIsGone() {
        try (var a = start("a")) {
            var belfry = BelfryClient.of("http://127.0.0.1:" + a.port());
            try (var b = start("b")) {
                Eventually.holds("each has its share", () -> isShared(a) && isShared(b));
                belfry.async().refreshPlacement().join();
                changeAndCountHops(belfry, a, b);
                createWithHops(a);
            }
            for (int i = 0; i < 40; i++) {
                assertThat(belfry.delete("default", "unaware" + i)).isEqualTo(Deletion.DELETED);
            }
        }
    }

    private static void changeAndCountHops(
            BelfryClient belfry, ServerUnderTest a, ServerUnderTest b) {
        for (int i = 0; i < 40; i++) {
            assertThat(belfry.create(NewTimer.of("one" + i, FAR, URL)).isNew()).isTrue();
            belfry.patch("default", "one" + i, TimerChanges.empty().payload("1"));
            assertThat(belfry.delete("default", "one" + i)).isEqualTo(Deletion.DELETED);
        }
        var batch =
                IntStream.range(0, 100).mapToObj(i -> NewTimer.of("batch" + i, FAR, URL)).toList();
        assertThat(belfry.batch(batch)).allMatch(Stored.class::isInstance);
        assertThat(forwarded(a) + forwarded(b)).as("hops").isZero();
    }

    private static void createWithHops(ServerUnderTest a) {
        var unaware =
                BelfryClient.builder("http://127.0.0.1:" + a.port()).sendToAnyServer().build();
        for (int i = 0; i < 40; i++) {
            unaware.create(NewTimer.of("unaware" + i, FAR, URL));
        }
        assertThat(forwarded(a)).as("hops of one that does not look").isPositive();
    }
}
