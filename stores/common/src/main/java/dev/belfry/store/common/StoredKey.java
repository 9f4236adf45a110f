package dev.belfry.store.common;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;

/** The key of what was found. */
public final class StoredKey {
    private StoredKey() {}

    /** Rows are found by a digest of the key; a second key with the same one must not be it. */
    public static Entry requireSame(TimerKey wanted, Entry entry) {
        var found =
                switch (entry) {
                    case Entry.Absent() -> wanted;
                    case Entry.Pending(var timer) -> timer.key();
                    case Entry.Kept(var kept) -> kept.timer().key();
                };
        invariant(found.equals(wanted), "%s has the uuid of %s", wanted, found);
        return entry;
    }
}
