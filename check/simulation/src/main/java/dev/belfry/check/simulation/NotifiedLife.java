package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Timers that fail, some of them for good, on a node that is killed, moved and cut from its store,
 * and whose clock is set, drawn from a seed. Whoever is to be told of a failure for good must hear
 * of it, and of nothing else.
 */
public final class NotifiedLife {
    private static final int TIMERS = 24;
    private static final Duration TROUBLE = Duration.ofSeconds(30);

    /** Longer than the longest wait between two attempts to tell that began in the trouble. */
    private static final Duration PEACE = Duration.ofMinutes(5);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final String RECEIVER = "http://any/";
    private static final String TOLD = "http://told/";
    private static final RetryPolicy QUICK =
            new RetryPolicy(
                    3, Duration.ofHours(1), Duration.ofMillis(200), 2.0, Duration.ofSeconds(1));

    private final SplittableRandom random;
    private final Group group =
            new Group(
                    new GroupId("notified"),
                    3,
                    Duration.ZERO,
                    Duration.ofDays(1),
                    true,
                    new FailureUrl(TOLD),
                    GroupLimits.NONE);
    private final SingleNode node;

    /** The uuids of timers whose failure was told and heard. */
    private final Set<String> heard = new HashSet<>();

    private final List<String> wrong = new ArrayList<>();
    private boolean peace;

    private NotifiedLife(long seed) {
        random = new SplittableRandom(seed);
        node = new SingleNode(List.of(group), SingleNode.roomy(), store -> store, seed);
    }

    /** What was wrong with what was told, in words. */
    public static List<String> broken(long seed) {
        return new NotifiedLife(seed).live();
    }

    private List<String> live() {
        node.receivers().behave(this::behaviour);
        node.run(Duration.ofSeconds(1));
        for (int i = 0; i < TIMERS; i++) {
            create(i);
        }
        node.run(Duration.ofSeconds(1));
        node.faults(_ -> fault());
        long until = node.clock().nanos() + TROUBLE.toNanos();
        while (node.clock().nanos() < until) {
            strike();
            node.run(Duration.ofMillis(200 + random.nextInt(2_000)));
        }
        heal();
        node.run(PEACE);
        judge();
        return wrong;
    }

    /** Every fourth tells nobody, whatever its group says. */
    private void create(int number) {
        var key = new TimerKey(group.id(), "n" + number);
        var told = number % 4 == 0 ? FailureUrl.NONE : FailureUrl.OF_GROUP;
        var spec =
                new TimerSpec(
                        node.clock().now().plusMillis(random.nextInt(25_000)),
                        new CallbackTarget(RECEIVER, TIMEOUT, CallbackHeaders.NONE).onFailed(told),
                        Payload.NULL,
                        QUICK,
                        Optional.empty(),
                        new Digest(number, 1));
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
    }

    private Behaviour behaviour(Attempt attempt) {
        return attempt.timer().spec().target().url().equals(TOLD) ? listener(attempt) : receiver();
    }

    private Behaviour receiver() {
        return switch (random.nextInt(10)) {
            case 0 -> Behaviour.hangs();
            case 1, 2, 3, 4, 5 -> after(CallbackReply.Failed.unanswered("refused"));
            case 6 -> after(new CallbackReply.FailedForGood("gone"));
            default -> after(new CallbackReply.Done());
        };
    }

    private Behaviour listener(Attempt attempt) {
        if (!peace && random.nextInt(3) > 0) {
            return after(CallbackReply.Failed.unanswered("deaf"));
        }
        heard.add(failed(attempt));
        return after(new CallbackReply.Done());
    }

    /** The uuid of the timer that a notice is about. */
    private static String failed(Attempt attempt) {
        var text = new String(attempt.timer().spec().payload().bytes(), StandardCharsets.UTF_8);
        int at = text.indexOf("\"timerUuid\":\"") + "\"timerUuid\":\"".length();
        return text.substring(at, text.indexOf('"', at));
    }

    private Behaviour after(CallbackReply reply) {
        return new Behaviour(reply, Duration.ofMillis(1 + random.nextInt(100)));
    }

    private StoreFault fault() {
        return switch (random.nextInt(30)) {
            case 0 -> StoreFault.UNAVAILABLE;
            case 1 -> StoreFault.UNKNOWN_NOT_APPLIED;
            case 2 -> StoreFault.UNKNOWN_APPLIED;
            case 3 -> StoreFault.GHOST;
            case 4 -> StoreFault.SLOW;
            default -> StoreFault.NONE;
        };
    }

    private void strike() {
        switch (random.nextInt(5)) {
            case 0 -> node.restart();
            case 1 -> node.move();
            case 2 -> node.clock().set(Duration.ofMillis(random.nextInt(6_000) - 3_000));
            case 3 -> node.proof(random.nextBoolean());
            default -> {}
        }
    }

    private void heal() {
        peace = true;
        node.heal();
        node.proof(true);
        node.clock().set(Duration.ZERO);
        node.restart();
    }

    private void judge() {
        var failed =
                node.store()
                        .lists()
                        .kept(group, new KeptQuery(TimerState.FAILED, Position.END, 1_000));
        var due =
                failed.stream()
                        .filter(kept -> kept.timer().spec().target().onFailed().isOfGroup())
                        .map(NotifiedLife::uuid)
                        .collect(Collectors.toSet());
        due.stream()
                .filter(uuid -> !heard.contains(uuid))
                .forEach(uuid -> wrong.add("nobody was told that %s failed".formatted(uuid)));
        heard.stream()
                .filter(uuid -> !due.contains(uuid))
                .forEach(uuid -> wrong.add("somebody was told that %s failed".formatted(uuid)));
    }

    private static String uuid(KeptTimer kept) {
        return kept.timer().uuid().toString();
    }
}
