package dev.belfry.core.store;

import java.util.Optional;

/** What became of a change of a record. */
public sealed interface RecordResult {
    /** It is made and durable, under this revision. */
    record Changed(long revision) implements RecordResult {}

    /** Nothing was written: the record is another than was expected. */
    record Conflict(Optional<StoredRecord> present) implements RecordResult {}
}
