package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
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

    private final SqlBatch deletes;
    private final SqlBatch forgets;
    private final SqlBatch moves;
    private final SqlBatch updates;
    private final SqlBatch inserts;
    private final SqlBatch keeps;

    SqlEntryWriter(Session session) {
        deletes = new SqlBatch(session, DELETE);
        forgets = new SqlBatch(session, FORGET);
        moves = new SqlBatch(session, MOVE);
        updates = new SqlBatch(session, UPDATE);
        inserts = new SqlBatch(session, INSERT);
        keeps = new SqlBatch(session, KEEP);
    }

    void add(EntryKey key, Decision decision) {
        switch (decision.before()) {
            case Entry.Absent() -> put(key, decision.after());
            case Entry.Pending(var timer) -> overPending(key, timer, decision.after());
            case Entry.Kept _ -> overKept(key, decision.after());
        }
    }

    /**
     * Deletes go first, so that nothing is written over what is about to go; inserts last, because
     * some databases take them together with the commit.
     */
    void flush() throws SQLException {
        deletes.flush();
        forgets.flush();
        moves.flush();
        updates.flush();
        keeps.flush();
        inserts.flush();
    }

    private void overPending(EntryKey key, Timer before, Entry after) {
        if (after instanceof Entry.Pending(var timer)) {
            change(key, before, timer);
        } else {
            deletes.add(parameters -> bindRow(parameters, key, before));
            put(key, after);
        }
    }

    private void overKept(EntryKey key, Entry after) {
        if (!(after instanceof Entry.Kept)) {
            forgets.add(key::bind);
        }
        put(key, after);
    }

    private void put(EntryKey key, Entry entry) {
        switch (entry) {
            case Entry.Absent() -> {}
            case Entry.Pending(var timer) ->
                    inserts.add(parameters -> bind(parameters, key, timer));
            case Entry.Kept(var kept) -> keeps.add(parameters -> bind(parameters, key, kept));
        }
    }

    private void change(EntryKey key, Timer before, Timer after) {
        if (after.spec().equals(before.spec())) {
            moves.add(parameters -> bindMove(parameters, key, before, after));
        } else {
            updates.add(
                    parameters -> {
                        SqlTimerColumns.bind(parameters, after);
                        bindRow(parameters, key, before);
                    });
        }
    }

    private static void bind(Parameters parameters, EntryKey key, Timer timer) throws SQLException {
        parameters.number(key.shard().value());
        SqlTimerColumns.bind(parameters, timer);
    }

    private static void bind(Parameters parameters, EntryKey key, KeptTimer kept)
            throws SQLException {
        bind(parameters, key, kept.timer());
        SqlTimerColumns.bindKeeping(parameters, kept);
    }

    private static void bindMove(Parameters parameters, EntryKey key, Timer before, Timer after)
            throws SQLException {
        parameters
                .instant(after.fireAt())
                .number(after.generation().value())
                .number(after.revision().value())
                .number(after.attempts())
                .text(after.lastError())
                .text(after.attemptLog().toText())
                .instant(after.updatedAt());
        bindRow(parameters, key, before);
    }

    private static void bindRow(Parameters parameters, EntryKey key, Timer timer)
            throws SQLException {
        parameters.number(key.shard().value()).position(timer.position());
    }
}
