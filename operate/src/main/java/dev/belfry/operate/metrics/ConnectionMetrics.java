package dev.belfry.operate.metrics;

import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.TimerStore;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What shows of a store's pools of connections. */
final class ConnectionMetrics {
    private final TimerStore store;
    private final MeterRegistry registry;
    private final int index;
    private final Tags tags;

    private ConnectionMetrics(TimerStore store, MeterRegistry registry, int index, Tags tags) {
        this.store = store;
        this.registry = registry;
        this.index = index;
        this.tags = tags;
    }

    /**
     * @param database its name among others; empty if it is the only one
     */
    static void of(String database, TimerStore store, MeterRegistry registry) {
        var pools = store.pools();
        for (int i = 0; i < pools.size(); i++) {
            var tags = Tags.of("database", database, "pool", pools.get(i).name());
            new ConnectionMetrics(store, registry, i, tags).register();
        }
    }

    private void register() {
        gauge("most", "Connections that may be used at the same time", PoolUse::size);
        gauge("used", "Connections in use", PoolUse::inUse);
        gauge("waiting", "Calls that wait for a connection", PoolUse::waiting);
        FunctionTimer.builder(
                        "belfry.store.connections.wait",
                        this,
                        it -> it.use().waits(),
                        it -> it.use().waited().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description("Calls that had to wait for a connection")
                .tags(tags)
                .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<PoolUse> value) {
        Gauge.builder("belfry.store.connections." + name, this, it -> value.applyAsDouble(it.use()))
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private PoolUse use() {
        return store.pools().get(index);
    }
}
