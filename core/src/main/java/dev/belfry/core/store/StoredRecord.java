package dev.belfry.core.store;

/**
 * A small document with a name.
 *
 * @param revision which of the writes of its kind wrote it; never that of another write
 */
public record StoredRecord(RecordKey key, long revision, String text) {
    /** The revision of a record that is not there. */
    public static final long ABSENT = 0;

    /** The write that takes this very record's place. */
    public RecordChange.Write replacedBy(String text) {
        return new RecordChange.Write(key, revision, text);
    }

    /** The end of this very record. */
    public RecordChange.Removal removal() {
        return new RecordChange.Removal(key, revision);
    }
}
