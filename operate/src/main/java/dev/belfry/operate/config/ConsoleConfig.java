package dev.belfry.operate.config;

/** The web console. */
public record ConsoleConfig(
        @Setting(
                        fallback = "true",
                        says =
                                "Whether the web console is served at /; the calls of the API that"
                                        + " it makes are there all the same.")
                boolean enabled) {}
