package dev.belfry.check.processes;

import dev.belfry.check.history.Seen;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Takes down everything that the store of a dead server holds. */
public final class Leftovers {
    private static final int PAGE = 1_000;

    private Leftovers() {}

    public static void record(String url, Group group, Chronicle chronicle) {
        var provider =
                ServiceLoader.load(StoreProvider.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(it -> url.startsWith(it.scheme() + ":"))
                        .findFirst()
                        .orElseThrow();
        try (var store = provider.open(url)) {
            pending(store, group, chronicle);
            kept(store, group, chronicle);
        }
    }

    private static void pending(TimerStore store, Group group, Chronicle chronicle) {
        var from = Position.START;
        var page = store.lists().browse(group, PositionRange.from(from), PAGE);
        while (!page.isEmpty()) {
            for (var timer : page) {
                var id = AttemptId.nextOf(timer).webhookId();
                chronicle.remained(timer.key(), Seen.of(timer, Optional.of(id)));
            }
            from = page.getLast().position().next();
            page = store.lists().browse(group, PositionRange.from(from), PAGE);
        }
    }

    private static void kept(TimerStore store, Group group, Chronicle chronicle) {
        for (var state : List.of(TimerState.REACHED, TimerState.FAILED)) {
            var page = store.lists().kept(group, new KeptQuery(state, Position.END, PAGE));
            while (!page.isEmpty()) {
                for (var kept : page) {
                    var id = AttemptId.nextOf(kept.timer()).webhookId();
                    chronicle.remained(kept.timer().key(), Seen.of(kept, Optional.of(id)));
                }
                var before = page.getLast().position();
                page = store.lists().kept(group, new KeptQuery(state, before, PAGE));
            }
        }
    }
}
