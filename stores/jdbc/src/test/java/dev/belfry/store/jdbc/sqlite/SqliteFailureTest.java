package dev.belfry.store.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Payload;
import dev.belfry.store.jdbc.JdbcTimerStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;

class SqliteFailureTest {
    @TempDir Path folder;

    private final FailingCommit commits = new FailingCommit();
    private final List<Connection> writers = new ArrayList<>();
    private TimerStore store;
    private Fixture fixture;

    @BeforeEach
    void open() throws IOException {
        var opening =
                new SqliteOpening(
                        folder.resolve("belfry.db"),
                        real -> {
                            writers.add(real);
                            return commits.around(real);
                        });
        store =
                new JdbcTimerStore(
                        new SqliteDialect(),
                        opening.connections(),
                        new StoreLimits(1_000, 8 << 20, 16, 1, 1));
        fixture = new Fixture(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE", "AFTER"})
    void anFsyncThatFailsAtTheCommitLeavesTheOutcomeUnknownAndStopsWrites(
            FailingCommit.Failure when) throws IOException {
        fixture.commit(List.of(Fixture.create("earlier")));
        commits.failNext(when, SQLiteErrorCode.SQLITE_IOERR_FSYNC);
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("one"))))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("two"))))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("until it is opened anew");
        assertThat(Fixture.find(store, "earlier")).isInstanceOf(Entry.Pending.class);
        assertThat(store.isBroken()).isTrue();

        store.close();
        open();
        assertThat(store.isBroken()).isFalse();
        fixture.commit(List.of(Fixture.create("three")));
        assertThat(Fixture.find(store, "one").pending().isPresent())
                .isEqualTo(when == FailingCommit.Failure.AFTER);
        assertThat(Fixture.find(store, "two")).isEqualTo(Entry.absent());
        assertThat(Fixture.find(store, "three")).isInstanceOf(Entry.Pending.class);
    }

    /** What it had begun must not become part of the next one. */
    @Test
    void aCommitThatDiesInThisProcessStopsWrites() {
        commits.dieNext(new OutOfMemoryError("tried"));
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("one"))))
                .isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("two"))))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("until it is opened anew");
        assertThat(Fixture.find(store, "one")).isEqualTo(Entry.absent());
    }

    @Test
    void aFullDiskAtTheCommitWritesNothingAndIsOverWhenThereIsRoom() {
        commits.failNext(FailingCommit.Failure.BEFORE, SQLiteErrorCode.SQLITE_FULL);
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("one"))))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(Fixture.find(store, "one")).isEqualTo(Entry.absent());
        fixture.commit(List.of(Fixture.create("one")));
        assertThat(Fixture.find(store, "one")).isInstanceOf(Entry.Pending.class);
    }

    @Test
    void aFullDatabaseWritesNothingOfACommitAndIsOverWhenThereIsRoom() throws SQLException {
        limitPages(100);
        var big = Payload.wrap(new byte[20_000]);
        var creates = IntStream.range(0, 50).mapToObj(i -> Fixture.create("t" + i, big)).toList();
        assertThatThrownBy(() -> fixture.commit(creates))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("full");
        assertThat(Fixture.pending(store)).isZero();
        fixture.commit(List.of(Fixture.create("small")));

        limitPages(100_000);
        fixture.commit(creates);
        assertThat(Fixture.pending(store)).isEqualTo(51);
    }

    private void limitPages(int pages) throws SQLException {
        try (var statement = writers.getLast().createStatement()) {
            statement.execute("PRAGMA max_page_count = " + pages);
        }
    }

    @Test
    void rowsThatContradictEachOtherUndoTheWholeCommit() throws SQLException {
        fixture.commit(List.of(Fixture.create("one")));
        try (var statement = writers.getLast().createStatement()) {
            statement.execute(
                    "CREATE TRIGGER deaf BEFORE INSERT ON timers WHEN NEW.timer_id = 'two'"
                            + " BEGIN SELECT RAISE(IGNORE); END");
        }
        assertThatThrownBy(
                        () -> fixture.commit(List.of(Fixture.create("two"), Fixture.create("six"))))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("changed 0 rows instead of one");
        assertThat(Fixture.find(store, "six")).isEqualTo(Entry.absent());
        fixture.commit(List.of(Fixture.create("six")));
        assertThat(Fixture.find(store, "six")).isInstanceOf(Entry.Pending.class);
    }

    @Test
    void aTimerTooBigForTheDatabaseIsRejectedAlone() throws SQLException {
        try (var statement = writers.getLast().createStatement()) {
            statement.execute(
                    "CREATE TRIGGER narrow BEFORE INSERT ON timers WHEN length(NEW.payload) > 1000"
                            + " BEGIN SELECT RAISE(ABORT, 'too big'); END");
        }
        var big = Fixture.create("big", Payload.wrap(new byte[2_000]));
        assertThatThrownBy(() -> fixture.commit(List.of(big)))
                .isInstanceOf(StoreException.Rejected.class);
        fixture.commit(List.of(Fixture.create("small")));
        assertThat(Fixture.pending(store)).isEqualTo(1);
    }

    @Test
    void aRowThatCanNotBeReadIsNoReasonToDoubtOtherChanges() throws SQLException {
        fixture.commit(List.of(Fixture.create("bad"), Fixture.create("good")));
        try (var statement = writers.getLast().createStatement()) {
            statement.execute("UPDATE timers SET retry_policy = '?' WHERE timer_id = 'bad'");
        }
        assertThatThrownBy(
                        () -> fixture.commit(List.of(Fixture.create("bad"), Fixture.create("new"))))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("can not be read");
        fixture.commit(List.of(Fixture.create("new")));
        assertThat(Fixture.find(store, "new")).isInstanceOf(Entry.Pending.class);
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();
        assertThatThrownBy(() -> store.pauses().inForce())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> fixture.commit(List.of(Fixture.create("late"))))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("closed");
    }
}
