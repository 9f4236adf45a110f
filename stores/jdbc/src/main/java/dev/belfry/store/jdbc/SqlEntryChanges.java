package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that lead from entries to what takes their place, by the kind of change. Confined to a
 * call.
 */
final class SqlEntryChanges {
    private final RowName name;
    private final List<Session.Bind> deletes = new ArrayList<>();
    private final List<Session.Bind> forgets = new ArrayList<>();
    private final List<Session.Bind> moves = new ArrayList<>();
    private final List<Session.Bind> updates = new ArrayList<>();
    private final List<Session.Bind> inserts = new ArrayList<>();
    private final List<Session.Bind> keeps = new ArrayList<>();

    /** How a change says which row of {@code timers} it means. */
    enum RowName {
        /** By its place: whatever stands there. */
        POSITION,
        /** By its place and its state: only the very row that is known. */
        STATE
    }

    SqlEntryChanges(RowName name) {
        this.name = name;
    }

    List<Session.Bind> deletes() {
        return deletes;
    }

    List<Session.Bind> forgets() {
        return forgets;
    }

    List<Session.Bind> moves() {
        return moves;
    }

    List<Session.Bind> updates() {
        return updates;
    }

    List<Session.Bind> inserts() {
        return inserts;
    }

    List<Session.Bind> keeps() {
        return keeps;
    }

    void add(EntryKey key, Decision decision) {
        switch (decision.before()) {
            case Entry.Absent() -> put(key, decision.after());
            case Entry.Pending(var timer) -> overPending(key, timer, decision.after());
            case Entry.Kept _ -> overKept(key, decision.after());
        }
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
        if (after.spec().equals(before.spec()) && after.createdAt().equals(before.createdAt())) {
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

    private void bindMove(Parameters parameters, EntryKey key, Timer before, Timer after)
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

    private void bindRow(Parameters parameters, EntryKey key, Timer timer) throws SQLException {
        parameters.number(key.shard().value()).position(timer.position());
        if (name == RowName.STATE) {
            parameters
                    .number(timer.generation().value())
                    .number(timer.revision().value())
                    .number(timer.attempts());
        }
    }
}
