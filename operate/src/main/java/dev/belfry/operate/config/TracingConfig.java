package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.util.Optional;

/** Traces for OpenTelemetry. */
public record TracingConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Address of a collector that takes OTLP over HTTP, such as"
                                        + " http://localhost:4318; the path /v1/traces is added. Left"
                                        + " out, it is that of OTEL_EXPORTER_OTLP_ENDPOINT; without"
                                        + " either nothing is traced.")
                Optional<String> endpoint) {
    public TracingConfig {
        endpoint.ifPresent(
                it ->
                        require(
                                isHttp(it),
                                "tracing.endpoint",
                                "is not an address such as http://localhost:4318: '%s'",
                                it));
    }

    private static boolean isHttp(String text) {
        try {
            var uri = URI.create(text);
            return text.matches("https?://.*") && uri.getHost() != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
