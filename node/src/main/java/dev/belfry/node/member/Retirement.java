package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.EngineClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** How far a node is that gives its shards away before it leaves. Confined to the node's loop. */
final class Retirement {
    /** So many beats after it was shown something a node has looked, and has had time to act. */
    private static final int BEATS_TO_KNOW = 2;

    /** So many beats' time one that retires waits for others that do not beat as they should. */
    private static final int LONGEST_NOTICE = 3;

    private final EngineClock clock;
    private final MembershipTimings timings;
    private final List<Runnable> whenOver = new ArrayList<>();
    private boolean begun;
    private OptionalLong shownSince = OptionalLong.empty();
    private Map<Incarnation, Long> beatsWhenShown = Map.of();

    Retirement(EngineClock clock, MembershipTimings timings) {
        this.clock = clock;
        this.timings = timings;
    }

    /**
     * @param over runs when others have all that they can take
     */
    void begin(Runnable over) {
        begun = true;
        whenOver.add(over);
    }

    boolean hasBegun() {
        return begun;
    }

    /** Others have all that they can take. */
    void over() {
        whenOver.forEach(Runnable::run);
        whenOver.clear();
    }

    /** Only a view that shows this node without weight says what others can take. */
    static boolean isShown(View view, Incarnation self) {
        var row = view.members().get(self.node());
        return row != null && row.weight() == 0;
    }

    /**
     * Whether the others know that this node retires, or have had the time to. By then they look
     * out for its shards, and claim them as soon as they are released; until then it fires on. A
     * fixed wait is not enough: on busy cores others look late, and meanwhile nobody would fire.
     */
    boolean othersKnow(View view, Incarnation self) {
        long now = clock.nanos();
        if (shownSince.isEmpty() && isShown(view, self)) {
            shownSince = OptionalLong.of(now);
            beatsWhenShown =
                    view.members().values().stream()
                            .collect(Collectors.toMap(NodeRow::incarnation, NodeRow::beat));
        }
        return shownSince.isPresent()
                && (haveAllBeaten(view, self)
                        || now - shownSince.getAsLong()
                                > timings.beatEvery().multipliedBy(LONGEST_NOTICE).toNanos());
    }

    private boolean haveAllBeaten(View view, Incarnation self) {
        return view.members().values().stream()
                .filter(member -> !member.incarnation().equals(self))
                .allMatch(
                        member ->
                                member.beat()
                                        >= beatsWhenShown.getOrDefault(member.incarnation(), 0L)
                                                + BEATS_TO_KNOW);
    }
}
