package dev.belfry.core.mutation;

import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import java.time.Instant;

/**
 * Who changed and when: a revision of its own for each change, and the owner's clock. A change that
 * finds its own revision in the store has been applied before and only repeats its answer.
 */
public record Stamp(Revision revision, Instant now) {
    public Stamp {
        now = Instants.floorToMillis(now);
    }

    /** The revision after this change: above the former one even if an earlier clock ran ahead. */
    public Revision after(Revision former) {
        return revision.isAfter(former) ? revision : former.next();
    }
}
