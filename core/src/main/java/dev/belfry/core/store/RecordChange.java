package dev.belfry.core.store;

import static dev.belfry.core.Checks.require;

import java.util.Optional;

/** A change of one record, which is made only if the record is still the one that was expected. */
public sealed interface RecordChange {
    /** A row of every database holds as much, and a page of hundreds is still small. */
    int MAX_TEXT_LENGTH = 65_536;

    RecordKey key();

    /**
     * The revision that the record must have; {@link StoredRecord#ABSENT} if there must be none.
     */
    long expected();

    /** What the record holds afterwards; nothing if it is gone. */
    Optional<String> after();

    /** A record with a text, new or in the place of the one expected. */
    record Write(RecordKey key, long expected, String text) implements RecordChange {
        public Write {
            require(
                    !text.isEmpty() && text.length() <= MAX_TEXT_LENGTH,
                    "text",
                    "must have 1 to %d characters",
                    MAX_TEXT_LENGTH);
        }

        /** A record that must not be there yet. */
        public static Write ofNew(RecordKey key, String text) {
            return new Write(key, StoredRecord.ABSENT, text);
        }

        @Override
        public Optional<String> after() {
            return Optional.of(text);
        }
    }

    /** The end of a record that is there. */
    record Removal(RecordKey key, long expected) implements RecordChange {
        public Removal {
            require(expected != StoredRecord.ABSENT, "expected", "must be of a record");
        }

        @Override
        public Optional<String> after() {
            return Optional.empty();
        }
    }

    /** Whether the record is the one that this change is about. */
    default boolean isOf(Optional<StoredRecord> present) {
        return expected() == present.map(StoredRecord::revision).orElse(StoredRecord.ABSENT);
    }
}
