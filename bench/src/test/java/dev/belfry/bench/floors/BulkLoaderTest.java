package dev.belfry.bench.floors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.bench.harness.Notes;
import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkLoaderTest {
    private static final Instant DUE = Instant.parse("2026-01-01T00:00:00Z");
    private static final LoadPlan PLAN =
            new LoadPlan(1_000, 100, DUE, "http://127.0.0.1:9999/hooks/timer");

    @TempDir Path folder;
    private SqliteTables tables;

    @BeforeEach
    void load() throws Exception {
        tables = tables("loaded");
        new BulkLoader(tables, PLAN, Notes.begin()).load();
    }

    private SqliteTables tables(String name) {
        var made = new SqliteTables("sqlite:" + folder.resolve(name + ".db"));
        made.create();
        return made;
    }

    @Test
    void theStoreFindsEveryTimerAsTheLoaderWroteIt() {
        try (var store = tables.open()) {
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
    void thoseThatAreDueAreSpreadEvenlyOverTheTable() {
        try (var store = tables.open()) {
            var places = due(store).stream().map(BulkLoaderTest::place).sorted().toList();

            assertThat(places)
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(it -> 10 * it + 9).toList());
        }
    }

    /** The number of a timer is its place. */
    private static int place(Timer timer) {
        return Integer.parseInt(timer.key().id().replaceAll("\\D", ""));
    }

    private static List<Timer> due(TimerStore store) {
        var end = Position.startOf(DUE.plusMillis(1));
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
        assertThat(indexes(tables)).isNotEmpty().isEqualTo(indexes(tables("fresh")));
    }

    private static List<String> indexes(SqliteTables file) throws Exception {
        try (var connection = file.careless();
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
