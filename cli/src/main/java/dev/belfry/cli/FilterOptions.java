package dev.belfry.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which timers of a group, to lists and to bulk jobs alike. */
final class FilterOptions {
    private final Terminal terminal;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only those that fire, or ended, from then on.")
    private Optional<String> from = Optional.empty();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only those that fire, or ended, before then.")
    private Optional<String> until = Optional.empty();

    @Option(
            names = "--correlation-id",
            paramLabel = "ID",
            description = "Only those with this correlation id.")
    private Optional<String> correlationId = Optional.empty();

    @Option(
            names = "--id-prefix",
            paramLabel = "PREFIX",
            description = "Only those whose id begins so.")
    private Optional<String> idPrefix = Optional.empty();

    FilterOptions(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Those that are given, by the names of the API. */
    Map<String, String> given() {
        var given = new LinkedHashMap<String, String>();
        from.ifPresent(it -> given.put("from", instant(it)));
        until.ifPresent(it -> given.put("until", instant(it)));
        correlationId.ifPresent(it -> given.put("correlationId", it));
        idPrefix.ifPresent(it -> given.put("idPrefix", it));
        return given;
    }

    private String instant(String text) {
        return Times.parse(text, terminal.clock().instant()).toString();
    }
}
