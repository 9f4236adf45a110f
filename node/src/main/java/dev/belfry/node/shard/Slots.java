package dev.belfry.node.shard;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Things that want to be looked at, each at its instant, the earliest first. Confined to one loop.
 *
 * @param <T> the things
 */
final class Slots<T> {
    record Slot<T>(Instant at, T key) {}

    private final NavigableSet<Slot<T>> slots;
    private final Map<T, Slot<T>> byKey = new HashMap<>();

    /**
     * @param ties which of two comes first at the same instant
     */
    Slots(Comparator<T> ties) {
        slots =
                new TreeSet<>(
                        Comparator.<Slot<T>, Instant>comparing(Slot::at)
                                .thenComparing(Slot::key, ties));
    }

    void set(T key, Instant at) {
        var former = byKey.get(key);
        if (former != null && former.at().equals(at)) {
            return;
        }
        remove(key);
        var slot = new Slot<>(at, key);
        byKey.put(key, slot);
        slots.add(slot);
    }

    void remove(T key) {
        var former = byKey.remove(key);
        if (former != null) {
            slots.remove(former);
        }
    }

    /** When it is to be looked at, if at all. */
    Optional<Instant> at(T key) {
        return Optional.ofNullable(byKey.get(key)).map(Slot::at);
    }

    Optional<Slot<T>> first() {
        return slots.isEmpty() ? Optional.empty() : Optional.of(slots.first());
    }

    Optional<Slot<T>> firstDue(Instant now) {
        return first().filter(slot -> !slot.at().isAfter(now));
    }
}
