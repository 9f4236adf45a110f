package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.NOON;

import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Drop;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.mutation.Fire;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.Restore;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Mutations of a handful of timers in all kinds and states. Confined to one thread. */
final class RandomMutations {
    static final List<String> IDS = List.of("a", "b", "c", "d", "e", "f", "g", "ä", "B", "b ");

    private static final int INSTANTS = 6;
    private static final int BATCHES_PER_MILLISECOND = 8;

    private final Group group;
    private final RandomGenerator random;
    private final Map<TimerKey, Entry> memories = new HashMap<>();
    private int batches;

    RandomMutations(Group group, RandomGenerator random) {
        this.group = group;
        this.random = random;
    }

    /** How far time has come. */
    Instant now() {
        return NOON.plusMillis(batches / BATCHES_PER_MILLISECOND);
    }

    /** One of few instants around now, so that timers meet at one. */
    Instant instant() {
        return now().plusMillis(random.nextInt(INSTANTS) - 2L);
    }

    /** Mutations of different timers, some of them meant for a state that has passed. */
    List<Mutation> batch(Function<TimerKey, Entry> current) {
        batches++;
        var batch = new ArrayList<Mutation>();
        for (var id : IDS) {
            if (random.nextInt(4) == 0) {
                var key = new TimerKey(group.id(), id);
                batch.add(mutation(key, current.apply(key)));
            }
        }
        return batch;
    }

    private Mutation mutation(TimerKey key, Entry current) {
        return switch (random.nextInt(12)) {
            case 0, 1 -> request(key).create();
            case 2 -> request(key).put(precondition(current), Stamps.next());
            case 3 -> new Patch(key, patch(), precondition(current), Stamps.next());
            case 4 -> new Delete(key, precondition(current));
            case 5 -> new Redrive(key, Stamps.next());
            case 6 -> new Fire(key, precondition(current), Stamps.next());
            case 7 -> new Expire(key, instant().plus(Changes.RETENTION));
            case 8 -> new Drop(key);
            case 9 -> new Restore(remembered(key, current), random.nextBoolean(), now());
            default -> current.pending().map(this::settle).orElseGet(() -> request(key).create());
        };
    }

    /** How some timer of this key once was. */
    private Entry remembered(TimerKey key, Entry current) {
        var former = memories.get(key);
        if (!(current instanceof Entry.Absent) && random.nextBoolean()) {
            memories.put(key, current);
        }
        return former != null
                ? former
                : request(key).create().decide(Entry.absent(), Instants.EARLIEST).after();
    }

    private Mutation settle(Timer timer) {
        var meant = random.nextInt(6) == 0 ? timer.firingAt(instant()) : timer;
        return switch (random.nextInt(5)) {
            case 0 -> Changes.done(meant);
            case 1 -> Changes.retried(meant, "HTTP " + random.nextInt(500, 600), instant());
            case 2 -> Changes.putOff(meant, instant());
            case 3 -> Changes.reached(meant, instant());
            default -> Changes.gaveUp(meant, instant());
        };
    }

    private TimerRequest request(TimerKey key) {
        var request =
                TimerRequest.timer(group, key.id())
                        .at(instant())
                        .payload(Integer.toString(random.nextInt(2)));
        return random.nextBoolean() ? request.correlatedTo("trace") : request;
    }

    private TimerPatch patch() {
        return new TimerPatch(
                random.nextBoolean() ? Optional.of(instant()) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Payload.of(Integer.toString(random.nextInt(2)))),
                Optional.empty(),
                random.nextBoolean() ? Optional.of(Optional.of("trace")) : Optional.empty(),
                new Digest(random.nextLong(), random.nextLong()));
    }

    private Precondition precondition(Entry current) {
        return switch (random.nextInt(4)) {
            case 0 -> new Precondition.Exists();
            case 1 -> current.pending().map(this::matching).orElseGet(Precondition::none);
            default -> Precondition.none();
        };
    }

    private Precondition matching(Timer timer) {
        var revision = timer.revision();
        return new Precondition.Matches(
                Set.of(random.nextInt(4) == 0 ? revision.next() : revision));
    }
}
