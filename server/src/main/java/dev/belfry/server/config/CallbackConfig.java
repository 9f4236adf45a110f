package dev.belfry.server.config;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.util.Optional;

/** How callbacks are sent. */
public record CallbackConfig(
        @Setting(
                        fallback = "5s",
                        says =
                                "How long connecting to a receiver may take; never longer than the timer's own timeout.")
                Duration connectTimeout,
        @Setting(
                        fallback = "30s",
                        says = "An idle connection to a receiver is kept open for so long.")
                Duration keepAlive,
        @Setting(
                        fallback = "256KiB",
                        says =
                                "Most bytes read of a receiver's answer; a longer one is a failed attempt.")
                Bytes maxResponse,
        @Setting(
                        fallback = "",
                        says =
                                "Key that signs callbacks as in Standard Webhooks (whsec_ and Base64); left out, they are not signed.")
                Optional<Secret> signingKey) {
    public CallbackConfig {
        require(connectTimeout.isPositive(), "callbacks.connectTimeout", "must be positive");
        require(keepAlive.isPositive(), "callbacks.keepAlive", "must be positive");
        require(
                maxResponse.count() >= 1 && maxResponse.count() <= 64L << 20,
                "callbacks.maxResponse",
                "must be 1 byte to 64 MiB");
    }
}
