package dev.belfry.node.shard;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.TimerUuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The attempts of a shard that have started and are not settled. Confined to the shard's loop. */
final class Attempts {
    /** A timer has one attempt at a time, and now and then a superseded one beside it. */
    private final Map<TimerUuid, List<UnderWay>> byUuid = new HashMap<>();

    void add(UnderWay attempt) {
        byUuid.computeIfAbsent(attempt.id().uuid(), _ -> new ArrayList<>(1)).add(attempt);
    }

    Optional<UnderWay> find(AttemptId id) {
        return byUuid.getOrDefault(id.uuid(), List.of()).stream()
                .filter(attempt -> attempt.id().equals(id))
                .findAny();
    }

    /** Whether any attempt of a timer is under way, also one of an earlier schedule. */
    boolean any(TimerUuid uuid) {
        return byUuid.containsKey(uuid);
    }

    boolean contains(UnderWay attempt) {
        return byUuid.getOrDefault(attempt.id().uuid(), List.of()).contains(attempt);
    }

    void remove(UnderWay attempt) {
        byUuid.computeIfPresent(
                attempt.id().uuid(),
                (_, attempts) -> {
                    attempts.remove(attempt);
                    return attempts.isEmpty() ? null : attempts;
                });
    }

    Stream<UnderWay> all() {
        return byUuid.values().stream().flatMap(List::stream);
    }

    boolean isEmpty() {
        return byUuid.isEmpty();
    }

    /** What the next owner must wait for. */
    List<AttemptUnderWay> toHandOver() {
        return all().filter(attempt -> !attempt.isSuperseded())
                .map(attempt -> new AttemptUnderWay(attempt.id(), attempt.deadline()))
                .limit(AttemptUnderWay.MAX_HANDED_OVER)
                .toList();
    }
}
