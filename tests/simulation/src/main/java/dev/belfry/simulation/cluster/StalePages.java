package dev.belfry.simulation.cluster;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.TimerStore;
import dev.belfry.history.FaultKind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store whose pages now and then miss what was written a moment ago, as a read from a lagging
 * replica would. The contract forbids it; the auditor must heal it all the same.
 */
final class StalePages {
    private static final double RATE = 0.01;
    private static final Duration LAG = Duration.ofSeconds(2);

    private final TimerStore real;
    private final Cluster cluster;
    private final TimerStore seen;
    private boolean calm;

    StalePages(TimerStore real, Cluster cluster) {
        this.real = real;
        this.cluster = cluster;
        this.seen =
                (TimerStore)
                        Proxy.newProxyInstance(
                                TimerStore.class.getClassLoader(),
                                new Class<?>[] {TimerStore.class},
                                this::invoke);
    }

    TimerStore store() {
        return seen;
    }

    void calm() {
        calm = true;
    }

    private @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments)
            throws Throwable {
        try {
            var result = method.invoke(real, arguments);
            return result instanceof Page page && !calm && cluster.chance().of(RATE)
                    ? stale(page)
                    : result;
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private Page stale(Page page) {
        var since = cluster.scribe().now().minus(LAG);
        var old = page.timers().stream().filter(t -> t.updatedAt().isBefore(since)).toList();
        if (old.size() < page.timers().size()) {
            cluster.scribe().struck(Strike.STALE_PAGE);
            cluster.scribe().fault(FaultKind.STORE_OUTAGE, Duration.ofSeconds(10), Set.of());
        }
        return new Page(old, page.knownUntil());
    }
}
