package dev.belfry.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteConcurrencyTest {
    private static final int COMMITS = 150;
    private static final int PER_COMMIT = 20;

    @TempDir Path folder;

    private TimerStore store;
    private Fixture fixture;

    @BeforeEach
    void open() {
        store = new SqliteStoreProvider().open("sqlite:" + folder.resolve("belfry.db"));
        fixture = new Fixture(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void readersSeeWholeCommitsAndAllThatWasAcknowledged() throws Exception {
        var acknowledged = new AtomicInteger();
        try (var threads = Executors.newCachedThreadPool()) {
            var readers = new ArrayList<Future<?>>();
            for (int i = 0; i < 6; i++) {
                readers.add(threads.submit(() -> readUntilAllIsThere(acknowledged)));
            }
            for (int i = 0; i < COMMITS; i++) {
                fixture.commit(oneShard(i));
                acknowledged.addAndGet(PER_COMMIT);
            }
            for (var reader : readers) {
                reader.get();
            }
        }
    }

    private void readUntilAllIsThere(AtomicInteger acknowledged) {
        int seen = 0;
        while (seen < COMMITS * PER_COMMIT) {
            int before = acknowledged.get();
            seen = pageSize();
            assertThat(seen % PER_COMMIT).isZero();
            assertThat(seen).isGreaterThanOrEqualTo(before);
        }
    }

    private int pageSize() {
        var limit = new PageLimit(COMMITS * PER_COMMIT, Long.MAX_VALUE);
        var shard = Fixture.GROUP.shards().getFirst();
        return store.timers()
                .page(shard, PositionRange.from(Position.START), limit)
                .timers()
                .size();
    }

    @Test
    void commitsOfManyThreadsAllHappen() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var commits = new ArrayList<Future<?>>();
            for (int i = 0; i < 50; i++) {
                int batch = i;
                commits.add(
                        threads.submit(
                                () -> fixture.commit(Fixture.creates("t" + batch + "-", 5))));
            }
            for (var commit : commits) {
                commit.get();
            }
        }
        assertThat(Fixture.pending(store)).isEqualTo(250);
    }

    /** Creates of one shard, because a page shows one. */
    private static List<Create> oneShard(int commit) {
        var first = Fixture.GROUP.shards().getFirst();
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "commit-" + commit + "-" + i)
                .filter(id -> Fixture.GROUP.shardOf(id).equals(first))
                .limit(PER_COMMIT)
                .map(Fixture::create)
                .toList();
    }
}
