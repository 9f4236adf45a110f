package dev.belfry.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which timers of a group a bulk job is for. */
final class BulkFilter {
    @Mixin private FilterOptions filter;

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
        this.filter = new FilterOptions(terminal);
    }

    void addTo(ObjectNode job) {
        filter.given().forEach(job::put);
        host.ifPresent(it -> job.put("host", it));
        error.ifPresent(it -> job.put("error", it));
    }
}
