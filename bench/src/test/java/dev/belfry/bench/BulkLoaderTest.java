package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkLoaderTest {
    private static final LoadPlan PLAN = new LoadPlan(1_000, 3, 100);

    @TempDir Path folder;
    private SqliteFile file;

    @BeforeEach
    void load() throws Exception {
        file = new SqliteFile(folder.resolve("loaded.db"));
        new BulkLoader(file, PLAN, false).load();
    }

    @Test
    void theStoreFindsEveryTimerAsTheLoaderWroteIt() {
        try (var store = file.open()) {
            for (long number = 0; number < PLAN.timers(); number++) {
                var timer = PLAN.timer(number);
                var found =
                        store.timers().find(SampleTimers.GROUP.shardOf(timer.key()), timer.key());
                assertThat(found).isInstanceOf(Entry.Pending.class);
                assertThat(found.pending().orElseThrow().spec()).isEqualTo(timer.spec());
            }
        }
    }

    @Test
    void eachRoundHasItsOwnDueTimers() {
        try (var store = file.open()) {
            assertThat(dueAt(store, 0)).hasSize(100);
            assertThat(dueAt(store, 1)).hasSize(200);
            assertThat(dueAt(store, 2)).hasSize(300);
        }
    }

    private static List<Timer> dueAt(TimerStore store, int round) {
        var end = Position.startOf(LoadPlan.dueAt(round));
        var limit = new PageLimit(1_000, Long.MAX_VALUE);
        return SampleTimers.GROUP.shards().stream()
                .map(
                        shard ->
                                store.timers()
                                        .page(shard, new PositionRange(Position.START, end), limit))
                .flatMap(page -> page.timers().stream())
                .toList();
    }

    @Test
    void theIndexesAreBackAsTheSchemaHasThem() throws Exception {
        var fresh = new SqliteFile(folder.resolve("fresh.db"));
        fresh.create();
        assertThat(indexes(file)).isNotEmpty().isEqualTo(indexes(fresh));
    }

    private static List<String> indexes(SqliteFile file) throws Exception {
        try (var connection = file.durable();
                var statement = connection.createStatement();
                var result =
                        statement.executeQuery(
                                "SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema"
                                        + " WHERE type = 'index'")) {
            result.next();
            return List.of(result.getString(1));
        }
    }
}
