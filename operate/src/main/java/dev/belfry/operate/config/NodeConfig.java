package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.util.Optional;

/** Who this server is among others, and how it ends. */
public record NodeConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Name of this server in logs and in the cluster; left out, the"
                                        + " host's name.")
                Optional<String> id,
        @Setting(
                        fallback = "30s",
                        says =
                                "How long a stopping server lets requests and callbacks under way"
                                        + " come to an end.")
                Duration shutdownPatience) {
    public NodeConfig {
        require(!shutdownPatience.isNegative(), "node.shutdownPatience", "must not be negative");
    }
}
