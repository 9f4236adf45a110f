package dev.belfry.store.jdbc;

import java.util.List;

/**
 * A kind of change in a commit that is carried out as a whole if all rows are as expected, and else
 * not at all.
 */
public enum ExpectedChange {
    DELETE,
    MOVE,
    UPDATE,
    /** Whatever was kept before. */
    KEEP,
    /** Nothing may be there under the key, neither pending nor kept. */
    INSERT,
    /** Only ever upwards; a mark that is higher already stays. */
    RAISE_MARK;

    /** Which row is meant, and its state: these differ between any two states of a timer. */
    private static final List<String> STATE =
            List.of("shard_key", "fire_at", "uuid", "generation", "revision", "attempts");

    private static final RowChange DELETED = new RowChange.Delete("timers", STATE);

    private static final RowChange MOVED =
            new RowChange.Update("timers", SqlEntryWriter.MOVE.columns(), STATE);

    private static final RowChange UPDATED =
            new RowChange.Update("timers", SqlEntryWriter.UPDATE.columns(), STATE);

    public RowChange change() {
        return switch (this) {
            case DELETE -> DELETED;
            case MOVE -> MOVED;
            case UPDATE -> UPDATED;
            case KEEP -> SqlEntryWriter.KEEP;
            case INSERT -> SqlEntryWriter.INSERT;
            case RAISE_MARK -> SqlShards.RAISE_MARK;
        };
    }

    /** Whether there must be as many rows as are meant. */
    public boolean meansKnownRows() {
        return this == DELETE || this == MOVE || this == UPDATE;
    }
}
