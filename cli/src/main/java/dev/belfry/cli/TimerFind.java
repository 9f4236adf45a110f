package dev.belfry.cli;

import java.util.LinkedHashMap;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the timers of a correlation id, scheduled and kept ones. */
@Command(
        name = "find",
        description = "Find timers by correlation id: scheduled ones, and those that are kept.")
final class TimerFind implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private Listing listing;

    @Parameters(paramLabel = "CORRELATION_ID", description = "What the timers were created with.")
    private String correlationId = "";

    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "Only in this group; left out, in all.")
    private Optional<String> group = Optional.empty();

    TimerFind(Terminal terminal) {
        this.server = new ServerOption(terminal);
        this.listing = new Listing(terminal);
    }

    @Override
    public void run() {
        var query = new LinkedHashMap<String, String>();
        query.put("correlationId", correlationId);
        group.ifPresent(it -> query.put("groupId", it));
        listing.show(
                server,
                "timers",
                query,
                new Listing.Form(TimerView.foundTable(), TimerView::addFound));
    }
}
