package dev.belfry.operate.config;

/** A value that must not reach a log, a page or an error. */
public record Secret(String value) {
    @Override
    public String toString() {
        return "(hidden)";
    }
}
