package dev.belfry.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A bar on the error output while long work goes on; nothing when nobody watches. Confined to one
 * command.
 */
final class Progress implements AutoCloseable {
    private static final int WIDTH = 30;

    /** Often enough to look alive, seldom enough to cost nothing. */
    private static final Duration BETWEEN = Duration.ofMillis(100);

    private final Optional<PrintStream> shown;
    private final InstantSource clock;
    private final String verb;
    private final OptionalLong total;
    private final Instant start;
    private Instant last = Instant.EPOCH;
    private long done;

    Progress(Terminal terminal, String verb, OptionalLong total) {
        this.shown = terminal.progress();
        this.clock = terminal.clock();
        this.verb = verb;
        this.total = total;
        this.start = clock.instant();
    }

    void advance(long by) {
        done += by;
        var now = clock.instant();
        if (shown.isPresent() && Duration.between(last, now).compareTo(BETWEEN) >= 0) {
            last = now;
            shown.get().print("\r" + text(now));
            shown.get().flush();
        }
    }

    private String text(Instant now) {
        long millis = Math.max(1, Duration.between(start, now).toMillis());
        var rate = done * 1_000 / millis + "/s";
        return total.isPresent()
                ? "%s [%s] %d/%d %s "
                        .formatted(verb, bar(total.getAsLong()), done, total.getAsLong(), rate)
                : "%s %d %s ".formatted(verb, done, rate);
    }

    private String bar(long of) {
        int filled = (int) (of == 0 ? WIDTH : Math.min(WIDTH, done * WIDTH / of));
        return "#".repeat(filled) + ".".repeat(WIDTH - filled);
    }

    @Override
    public void close() {
        shown.ifPresent(it -> it.println("\r" + text(clock.instant())));
    }
}
