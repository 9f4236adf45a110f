package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Decision;
import java.sql.SQLException;
import java.util.List;

/**
 * Writes the steps from entries to what takes their place, as one batch for each kind of statement.
 * Confined to a call.
 */
final class SqlEntryWriter {
    private static final List<String> ROW = List.of("shard_key", "fire_at", "uuid");

    static final RowChange INSERT =
            new RowChange.Insert(
                    "timers", SqlTimerColumns.names("shard_key", SqlTimerColumns.OF_TIMER));

    /** A timer that was deleted, or settled for good: {@code DELETE FROM timers}. */
    static final RowChange DELETE = new RowChange.Delete("timers", ROW);

    /** For a timer that stays as it was asked for. */
    static final RowChange MOVE =
            new RowChange.Update(
                    "timers",
                    SqlTimerColumns.names(
                            "fire_at, generation, revision, attempts, last_error, attempt_log,"
                                    + " updated_at"),
                    ROW);

    static final RowChange UPDATE =
            new RowChange.Update("timers", SqlTimerColumns.names(SqlTimerColumns.OF_TIMER), ROW);

    static final RowChange FORGET =
            new RowChange.Delete("kept_timers", List.of("shard_key", "uuid"));

    static final RowChange KEEP =
            new RowChange.Replace(
                    "kept_timers",
                    SqlTimerColumns.names(
                            "shard_key", SqlTimerColumns.OF_TIMER, SqlTimerColumns.OF_KEEPING),
                    List.of("shard_key", "uuid"));

    private final Session session;
    private final SqlEntryChanges changes = new SqlEntryChanges(SqlEntryChanges.RowName.POSITION);

    SqlEntryWriter(Session session) {
        this.session = session;
    }

    void add(EntryKey key, Decision decision) {
        changes.add(key, decision);
    }

    /**
     * Deletes go first, so that nothing is written over what is about to go; inserts last, because
     * some databases take them together with the commit.
     */
    void flush() throws SQLException {
        write(DELETE, changes.deletes());
        write(FORGET, changes.forgets());
        write(MOVE, changes.moves());
        write(UPDATE, changes.updates());
        write(KEEP, changes.keeps());
        write(INSERT, changes.inserts());
    }

    private void write(RowChange change, List<Session.Bind> rows) throws SQLException {
        var batch = new SqlBatch(session, change);
        rows.forEach(batch::add);
        batch.flush();
    }
}
