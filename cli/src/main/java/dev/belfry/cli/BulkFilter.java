package dev.belfry.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which timers of a group a bulk job is for. */
final class BulkFilter {
    private final Terminal terminal;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only those that fire, or failed, from then on.")
    private Optional<String> from = Optional.empty();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only those that fire, or failed, before then.")
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

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Only those of this receiver, with its port%nif the URL names one.")
    private Optional<String> host = Optional.empty();

    @Option(
            names = "--error",
            paramLabel = "TEXT",
            description = "Only those that failed last for this reason.")
    private Optional<String> error = Optional.empty();

    BulkFilter(Terminal terminal) {
        this.terminal = terminal;
    }

    void addTo(ObjectNode job) {
        from.ifPresent(it -> job.put("from", instant(it)));
        until.ifPresent(it -> job.put("until", instant(it)));
        correlationId.ifPresent(it -> job.put("correlationId", it));
        idPrefix.ifPresent(it -> job.put("idPrefix", it));
        host.ifPresent(it -> job.put("host", it));
        error.ifPresent(it -> job.put("error", it));
    }

    private String instant(String text) {
        return Times.parse(text, terminal.clock().instant()).toString();
    }
}
