package dev.belfry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the scheduled timers of a group, the next to fire first. */
@Command(name = "list", description = "List scheduled timers, the next to fire first.")
final class TimerList implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private Listing listing;

    @Mixin private GroupOption group = new GroupOption();
    @Mixin private FilterOptions filter;

    TimerList(Terminal terminal) {
        this.server = new ServerOption(terminal);
        this.listing = new Listing(terminal);
        this.filter = new FilterOptions(terminal);
    }

    @Override
    public void run() {
        listing.show(
                server,
                group.path("timers"),
                filter.given(),
                new Listing.Form(TimerView.scheduledTable(), TimerView::addScheduled));
    }
}
