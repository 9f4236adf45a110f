package dev.belfry.core.mutation;

import dev.belfry.core.timer.Entry;

/**
 * What a mutation does to an entry. A store writes the step from before to after and returns the
 * decision; the owner learns the true entry from it, whatever the verdict.
 */
public record Decision(Verdict verdict, Entry before, Entry after) {
    static Decision unchanged(Verdict verdict, Entry entry) {
        return new Decision(verdict, entry, entry);
    }

    public boolean changes() {
        return !before.equals(after);
    }
}
