package dev.belfry.store.mongodb;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.RetryPatience;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A write that is sent until its outcome is clear. It must have a condition that its own success
 * makes false, so that a copy of it changes nothing. Confined to a call.
 */
final class ConditionalWrite {
    private final RetryPatience patience = MongoCalls.patience();
    private boolean inDoubt;

    /** Whether a copy without an answer may have been applied. */
    boolean inDoubt() {
        return inDoubt;
    }

    /**
     * Sends it.
     *
     * @param attempt sends one copy; empty if its outcome is not clear yet
     */
    <T> T until(Supplier<Optional<T>> attempt) {
        while (true) {
            StoreException failure;
            try {
                var result = attempt.get();
                if (result.isPresent()) {
                    return result.get();
                }
                failure = new StoreException.Unavailable("a change under way is in the way");
            } catch (StoreException.Unavailable e) {
                failure = e;
            } catch (StoreException.OutcomeUnknown e) {
                inDoubt = true;
                failure = e;
            }
            if (!patience.waits()) {
                throw inDoubt
                        ? new StoreException.OutcomeUnknown(
                                "a copy got no answer: " + failure, failure)
                        : failure;
            }
        }
    }
}
