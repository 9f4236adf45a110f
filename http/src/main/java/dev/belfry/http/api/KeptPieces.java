package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the kept timers that a filter may let pass, the latest settled first: by the index of the
 * correlation id, or by that of each state. What lies before the filter's time ends the list.
 * Immutable.
 */
record KeptPieces(GroupLists lists, Group group, TimerFilter filter)
        implements Pages.Piece<KeptTimer> {
    @Override
    public List<KeptTimer> read(Position before, int rows) {
        var earliest = filter.times().fromInclusive();
        return found(before, rows).filter(kept -> !kept.position().isBefore(earliest)).toList();
    }

    private Stream<KeptTimer> found(Position before, int rows) {
        return filter.correlationId()
                .map(id -> lists.keptCorrelated(group, id, before, rows).stream())
                .orElseGet(() -> byState(before, rows));
    }

    private Stream<KeptTimer> byState(Position before, int rows) {
        return TimerState.KEPT.stream()
                .filter(filter.states()::contains)
                .flatMap(state -> lists.kept(group, new KeptQuery(state, before, rows)).stream())
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .limit(rows);
    }
}
