package dev.belfry.operate.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** What the process itself uses: memory, threads, processor, open files, garbage collection. */
public final class JvmMeters {
    private static final double MILLIS_OF_A_SECOND = 1_000;

    private JvmMeters() {}

    /** All of them are read when they are asked for: nothing has to be closed. */
    public static void register(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        ManagementFactory.getGarbageCollectorMXBeans()
                .forEach(collector -> register(registry, collector));
    }

    private static void register(MeterRegistry registry, GarbageCollectorMXBean collector) {
        FunctionCounter.builder(
                        "jvm.gc.collections", collector, GarbageCollectorMXBean::getCollectionCount)
                .description("Garbage collections")
                .tag("collector", collector.getName())
                .register(registry);
        FunctionCounter.builder(
                        "jvm.gc.seconds",
                        collector,
                        it -> it.getCollectionTime() / MILLIS_OF_A_SECOND)
                .description("Time spent in garbage collections, in seconds")
                .tag("collector", collector.getName())
                .register(registry);
    }
}
