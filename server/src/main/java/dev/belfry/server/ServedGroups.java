package dev.belfry.server;

import dev.belfry.core.shard.Group;
import dev.belfry.http.api.Groups;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the parts of a node take over the groups that there are. Thousands may be made one after the
 * other: the parts hear of those together that come within a moment. Thread-safe.
 */
final class ServedGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ServedGroups.class);
    private static final Duration MOMENT = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Groups groups;
    private final List<Consumer<List<Group>>> parts;
    private final Executor threads;
    private final AtomicBoolean isDue = new AtomicBoolean();
    private volatile boolean isClosed;

    /**
     * @param parts of the node, told one after the other; each may wait for the store
     */
    ServedGroups(Groups groups, List<Consumer<List<Group>>> parts, Executor threads) {
        this.groups = groups;
        this.parts = List.copyOf(parts);
        this.threads = threads;
    }

    /** Follows all changes from now on. */
    void start() {
        groups.onChange(() -> serveAfter(MOMENT));
        serve();
    }

    /** Takes nothing over any more. */
    void close() {
        isClosed = true;
    }

    private void serveAfter(Duration delay) {
        if (!isClosed && isDue.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, threads)
                    .execute(this::serve);
        }
    }

    /** What could not be taken over is tried again. */
    private synchronized void serve() {
        isDue.set(false);
        if (isClosed) {
            return;
        }
        try {
            var all = groups.toList();
            parts.forEach(part -> part.accept(all));
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("changed groups are not served yet");
            serveAfter(AGAIN);
        }
    }
}
