package dev.belfry.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the timers of a group that are over, the latest first. */
@Command(
        name = "history",
        description =
                "List timers that are over, as far as the group keeps them, the latest first.")
final class TimerHistory implements Runnable {
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
            names = "--state",
            paramLabel = "STATE",
            description = "Only those that were reached, failed or cancelled; several with commas.")
    private Optional<String> state = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Only those that ended from then on.")
    private Optional<String> from = Optional.empty();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only those that ended before then.")
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

    TimerHistory(Terminal terminal) {
        this.terminal = terminal;
        this.server = new ServerOption(terminal);
        this.listing = new Listing(terminal);
    }

    @Override
    public void run() {
        var query = new LinkedHashMap<String, String>();
        state.ifPresent(it -> query.put("state", it.toUpperCase(Locale.ROOT)));
        from.ifPresent(it -> query.put("from", instant(it)));
        until.ifPresent(it -> query.put("until", instant(it)));
        correlationId.ifPresent(it -> query.put("correlationId", it));
        idPrefix.ifPresent(it -> query.put("idPrefix", it));
        listing.show(
                server,
                "groups/" + ServerCalls.encode(group) + "/history",
                query,
                new Listing.Form(TimerView.overTable(), TimerView::addOver));
    }

    private String instant(String text) {
        return Times.parse(text, terminal.clock().instant()).toString();
    }
}
