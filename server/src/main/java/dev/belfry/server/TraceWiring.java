package dev.belfry.server;

import dev.belfry.core.shard.NodeId;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.SoftwareVersion;
import dev.belfry.operate.trace.OtlpTracing;
import dev.belfry.operate.trace.SpanExport;
import dev.belfry.operate.trace.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;

/** Makes what tells a collector of traces about this node, if there is one. */
final class TraceWiring {
    private TraceWiring() {}

    static Tracing tracing(
            Configuration configuration, NodeId self, MeterRegistry registry, InstantSource clock) {
        return configuration
                .tracing()
                .endpoint()
                .map(it -> export(URI.create(it), self, registry))
                .<Tracing>map(it -> new OtlpTracing(it, clock))
                .orElse(Tracing.OFF);
    }

    private static SpanExport export(URI endpoint, NodeId self, MeterRegistry registry) {
        var resource =
                Map.<String, Object>of(
                        "service.name", "belfry",
                        "service.version", SoftwareVersion.running(),
                        "service.instance.id", self.value());
        var export = new SpanExport(endpoint, resource, registry);
        export.start();
        return export;
    }
}
