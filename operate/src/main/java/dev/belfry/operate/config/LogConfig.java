package dev.belfry.operate.config;

/** What the server logs, to standard output. */
public record LogConfig(
        @Setting(
                        fallback = "text",
                        says = "text for people, json for machines: one object in each line.")
                Format format,
        @Setting(fallback = "info", says = "Least weight of what is logged.") Level level) {
    public enum Format {
        TEXT,
        JSON
    }

    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG
    }
}
