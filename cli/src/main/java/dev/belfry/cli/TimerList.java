package dev.belfry.cli;

import java.util.LinkedHashMap;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the scheduled timers of a group, the next to fire first. */
@Command(name = "list", description = "List scheduled timers, the next to fire first.")
final class TimerList implements Runnable {
    private final Terminal terminal;
    @Mixin private ServerOption server;
    @Mixin private Listing listing;

    @Option(
            names = {"-g", "--group"},
            paramLabel = "GROUP",
            description = "The group; left out, it is 'default'.",
            defaultValue = "default")
    private String group = "default";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only those that fire from then on.")
    private Optional<String> from = Optional.empty();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only those that fire before then.")
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

    TimerList(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
        this.listing = new Listing(terminal);
    }

    @Override
    public void run() {
        var query = new LinkedHashMap<String, String>();
        from.ifPresent(it -> query.put("from", instant(it)));
        until.ifPresent(it -> query.put("until", instant(it)));
        correlationId.ifPresent(it -> query.put("correlationId", it));
        idPrefix.ifPresent(it -> query.put("idPrefix", it));
        listing.show(
                server,
                TimerAddress.timersOf(group),
                query,
                new Listing.Form(TimerView.scheduledTable(), TimerView::addScheduled));
    }

    private String instant(String text) {
        return Times.parse(text, terminal.clock().instant()).toString();
    }
}
