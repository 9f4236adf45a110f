package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Filters of lists, as queries say them. */
final class FilterQuery {
    private FilterQuery() {}

    /**
     * The filter that a query asks for.
     *
     * @param all the states that may be named, and are meant if none is
     */
    static TimerFilter filter(Query query, Set<TimerState> all) {
        return new TimerFilter(
                query.text("state").map(text -> states(text, all)).orElse(all),
                new PositionRange(
                        position(query, "from").orElse(Position.START),
                        position(query, "until").orElse(Position.END)),
                query.text("correlationId"),
                query.text("idPrefix"),
                query.text("host"),
                query.text("error"));
    }

    private static Set<TimerState> states(String text, Set<TimerState> all) {
        return Arrays.stream(text.split(",", -1))
                .map(word -> state(word, all))
                .collect(Collectors.toSet());
    }

    private static TimerState state(String word, Set<TimerState> all) {
        var found = all.stream().filter(state -> state.name().equals(word)).findFirst();
        require(found.isPresent(), "state", "must be of %s, separated by commas", all);
        return found.orElseThrow();
    }

    private static Optional<Position> position(Query query, String name) {
        return query.text(name).map(text -> Position.startOf(InstantText.parse(text, name)));
    }
}
