package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import java.util.Optional;
import java.util.Set;

/** What a caller demands of the state it changes (If-Match). */
public sealed interface Precondition {
    static Precondition none() {
        return new None();
    }

    boolean holds(Entry entry);

    /** Any state will do, also none. */
    record None() implements Precondition {
        @Override
        public boolean holds(Entry entry) {
            return true;
        }
    }

    /** Something must be there. */
    record Exists() implements Precondition {
        @Override
        public boolean holds(Entry entry) {
            return !entry.isGone();
        }
    }

    /** What is there must have one of these revisions. */
    record Matches(Set<Revision> revisions) implements Precondition {
        public Matches {
            revisions = Set.copyOf(revisions);
        }

        @Override
        public boolean holds(Entry entry) {
            return !entry.isGone() && revisionOf(entry).filter(revisions::contains).isPresent();
        }

        private static Optional<Revision> revisionOf(Entry entry) {
            return switch (entry) {
                case Entry.Absent() -> Optional.empty();
                case Entry.Pending(var timer) -> Optional.of(timer.revision());
                case Entry.Kept(var kept) -> Optional.of(kept.timer().revision());
            };
        }
    }
}
