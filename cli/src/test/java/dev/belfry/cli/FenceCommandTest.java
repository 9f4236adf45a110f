package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.server.Stores;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceCommandTest {
    private static final Group GROUP = Group.of("default", 3);
    private static final Incarnation FORGOTTEN = new Incarnation(new NodeId("forgotten"), 1);

    @TempDir private Path folder;

    private final Shell shell = new Shell("http://localhost:1");

    @Test
    void aLeaseOfBeforeIsWorthNothingAfterwards() {
        var leases = List.<ShardCommit>of();
        try (var store = open()) {
            store.leases().openGroup(GROUP);
            leases = claimAll(store);
        }

        var fenced = shell.run("fence", "--data-dir", data());

        assertThat(fenced.code()).as(fenced.err()).isZero();
        assertThat(fenced.out()).contains("3 shards fenced");
        try (var store = open()) {
            assertThat(store.timers().commit(leases))
                    .containsOnly(new CommitResult.LeaseLost())
                    .hasSize(3);
        }
    }

    @Test
    void eachOfSeveralDatabasesIsFenced() {
        var fenced =
                shell.run(
                        "fence",
                        "--set",
                        "store.databases.east=" + url("east"),
                        "--set",
                        "store.databases.west=" + url("west"),
                        "--set",
                        "groups.default.databases=east");

        assertThat(fenced.code()).as(fenced.err()).isZero();
        assertThat(fenced.out()).contains("east: 0 shards fenced", "west: 0 shards fenced");
    }

    @Test
    void aDatabaseThatCanNotBeReachedIsToldWithTheRightCode() {
        var refused =
                shell.run("fence", "--store-url", "jdbc:postgresql://127.0.0.1:1/nobody?user=x");

        assertThat(refused.code()).as(refused.err()).isEqualTo(5);
    }

    private List<ShardCommit> claimAll(TimerStore store) {
        var claims =
                store.leases().shards(GROUP.id()).stream()
                        .map(row -> Claim.of(row, FORGOTTEN, 7))
                        .toList();
        assertThat(store.leases().claim(claims)).hasSize(3);
        return claims.stream()
                .map(Claim::lease)
                .map(it -> new ShardCommit(it, 1, Instant.EPOCH, false, List.of()))
                .toList();
    }

    private TimerStore open() {
        return Stores.open(
                Configuration.load(Optional.empty(), Map.of(), Map.of("data.dir", data())));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String url(String name) {
        return "sqlite:" + folder.resolve(name);
    }
}
