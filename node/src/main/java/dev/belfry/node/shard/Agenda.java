package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Which shard has the next timer to start, and when. Confined to one loop. */
final class Agenda {
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private record Slot(Instant at, ShardId shard) {}

    private static final Comparator<Slot> ORDER =
            Comparator.comparing(Slot::at).thenComparing(Slot::shard);

    private final NavigableMap<Slot, Shard> slots = new TreeMap<>(ORDER);
    private final Map<ShardId, Slot> byShard = new HashMap<>();

    /** Sets when a shard wants to be looked at next; empty takes it off. */
    void set(Shard shard, Optional<Instant> at) {
        var former = byShard.get(shard.id());
        var slot = at.map(instant -> new Slot(instant, shard.id()));
        if (former != null && slot.isPresent() && former.equals(slot.get())) {
            return;
        }
        if (former != null) {
            byShard.remove(shard.id());
            slots.remove(former);
        }
        slot.ifPresent(
                fresh -> {
                    byShard.put(shard.id(), fresh);
                    slots.put(fresh, shard);
                });
    }

    /**
     * The time to the earliest timer. That to a far one would overflow, and a look in between does
     * no harm.
     */
    Optional<Duration> untilNext(Instant now) {
        if (slots.isEmpty()) {
            return Optional.empty();
        }
        var wait = Duration.between(now, slots.firstKey().at());
        if (wait.isNegative()) {
            return Optional.of(Duration.ZERO);
        }
        return Optional.of(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
    }

    /** The shard with the earliest timer, if that is due. */
    Optional<Shard> firstDue(Instant now) {
        return slots.isEmpty() || slots.firstKey().at().isAfter(now)
                ? Optional.empty()
                : Optional.of(slots.firstEntry().getValue());
    }
}
