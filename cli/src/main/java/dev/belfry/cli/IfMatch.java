package dev.belfry.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that makes a change depend on the state it is made to. */
final class IfMatch {
    @Option(
            names = "--if-match",
            paramLabel = "ETAG",
            description = "Only if it still has this ETag, as it was shown.")
    private Optional<String> etag = Optional.empty();

    Optional<String> etag() {
        return etag;
    }
}
