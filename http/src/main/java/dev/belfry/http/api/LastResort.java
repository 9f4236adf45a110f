package dev.belfry.http.api;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Ends answers that do not come. One look at all of them now and then costs far less than an alarm
 * clock for each, which wakes a thread twice for every request. Thread-safe.
 */
final class LastResort {
    private final Duration patience;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    LastResort(Duration patience) {
        this.patience = patience;
    }

    /** For an answer, until it is there. */
    final class Wait {
        private final CompletableFuture<?> answer;
        private final long sinceNanos;

        private Wait(CompletableFuture<?> answer, long sinceNanos) {
            this.answer = answer;
            this.sinceNanos = sinceNanos;
        }

        private void look(long nowNanos) {
            if (nowNanos - sinceNanos >= patience.toNanos()) {
                answer.completeExceptionally(new TimeoutException());
            }
        }

        void over() {
            waits.remove(this);
        }
    }

    Wait await(CompletableFuture<?> answer, long nowNanos) {
        var wait = new Wait(answer, nowNanos);
        waits.add(wait);
        return wait;
    }

    /** What has been waited for too long fails. */
    void look(long nowNanos) {
        waits.forEach(wait -> wait.look(nowNanos));
    }

    int waiting() {
        return waits.size();
    }
}
