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
    @Mixin private ServerOption server;
    @Mixin private Listing listing;

    @Mixin private GroupOption group = new GroupOption();
    @Mixin private FilterOptions filter;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only those that were reached, failed or cancelled; several with commas.")
    private Optional<String> state = Optional.empty();

    TimerHistory(Terminal terminal) {
        this.server = new ServerOption(terminal);
        this.listing = new Listing(terminal);
        this.filter = new FilterOptions(terminal);
    }

    @Override
    public void run() {
        var query = new LinkedHashMap<String, String>();
        state.ifPresent(it -> query.put("state", it.toUpperCase(Locale.ROOT)));
        query.putAll(filter.given());
        listing.show(
                server,
                group.path("history"),
                query,
                new Listing.Form(TimerView.overTable(), TimerView::addOver));
    }
}
