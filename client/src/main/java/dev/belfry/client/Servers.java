package dev.belfry.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The servers there are, which of them answer, and which to ask next. Thread-safe. */
final class Servers {
    private static final Duration FIRST_REST = Duration.ofSeconds(1);

    /** An address that only servers can reach is not tried all the time. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final List<URI> seeds;
    private final Map<URI, Rest> resting = new ConcurrentHashMap<>();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile ShardOwners placement = ShardOwners.UNKNOWN;

    /** A server that did not answer is left alone for a while, longer each time. */
    private record Rest(long untilNanos, Duration duration) {
        static Rest after(Optional<Rest> last) {
            var duration =
                    last.map(rest -> shorter(rest.duration.multipliedBy(2), LONGEST_REST))
                            .orElse(FIRST_REST);
            return new Rest(System.nanoTime() + duration.toNanos(), duration);
        }

        private static Duration shorter(Duration a, Duration b) {
            return a.compareTo(b) < 0 ? a : b;
        }

        boolean isOver() {
            return System.nanoTime() - untilNanos >= 0;
        }
    }

    Servers(List<URI> seeds) {
        this.seeds = List.copyOf(seeds);
    }

    void learn(ShardOwners next) {
        placement = next;
    }

    ShardOwners placement() {
        return placement;
    }

    void answered(URI server) {
        resting.remove(server);
    }

    void silent(URI server) {
        resting.compute(server, (it, last) -> Rest.after(Optional.ofNullable(last)));
    }

    /** The owner if it answers, else one that was not tried, else any. */
    URI choose(Optional<URI> owner, Collection<URI> tried) {
        if (owner.isPresent() && isWorthATry(owner.get(), tried)) {
            return owner.get();
        }
        var all = new LinkedHashSet<>(seeds);
        all.addAll(placement.members());
        var order = rotated(new ArrayList<>(all));
        return order.stream()
                .filter(it -> isWorthATry(it, tried))
                .findFirst()
                .or(() -> order.stream().filter(it -> !tried.contains(it)).findFirst())
                .orElse(order.get(0));
    }

    private boolean isWorthATry(URI server, Collection<URI> tried) {
        var rest = resting.get(server);
        return !tried.contains(server) && (rest == null || rest.isOver());
    }

    private List<URI> rotated(List<URI> all) {
        int first = Math.floorMod(turns.getAndIncrement(), all.size());
        var rotated = new ArrayList<>(all.subList(first, all.size()));
        rotated.addAll(all.subList(0, first));
        return rotated;
    }
}
