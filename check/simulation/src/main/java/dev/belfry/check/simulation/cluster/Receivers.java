package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.Reply;
import dev.belfry.check.simulation.VirtualClock;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender;
import dev.belfry.node.shard.Mailbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The receivers of all callbacks: they answer at random, late, wrongly or not at all. */
final class Receivers {
    /** By then after its timeout an attempt without a reply is given up. */
    private static final Duration SILENCE_NOTICED = Duration.ofSeconds(12);

    private final SimulatedCluster cluster;
    private final List<String> early = new ArrayList<>();
    private Predicate<Attempt> hangs = _ -> false;
    private Consumer<Attempt> watcher = _ -> {};
    private boolean kind;
    private long payloads;

    Receivers(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** From now on every callback succeeds at once. */
    void beKind() {
        kind = true;
    }

    /**
     * Some attempts get no answer until their timeout is over, however kind receivers are.
     *
     * @param started is told of every attempt that arrives
     */
    void watch(Predicate<Attempt> someHang, Consumer<Attempt> started) {
        hangs = someHang;
        watcher = started;
    }

    /** Attempts that started before their time by the clock of the node that sent them. */
    List<String> early() {
        return early;
    }

    CallbackSender sender(SimulatedNode node, VirtualClock clock, Mailbox mailbox) {
        return (attempt, recheck, reply) -> {
            var timeout = attempt.timer().spec().target().timeout();
            if (isLimited(attempt) || !happens(Strike.CONNECTED_LATE, 0.02)) {
                var takes = hangs.test(attempt) ? timeout : takes(timeout);
                receive(attempt, takes, node, clock, mailbox, reply);
                return;
            }
            Runnable arrives = () -> receive(attempt, Duration.ZERO, node, clock, mailbox, reply);
            Runnable connected = () -> recheck.mayLeave(may -> leave(may, arrives, reply));
            cluster.events().after(timeout.dividedBy(2), () -> mailbox.post(connected));
        };
    }

    /** What a rate lets start must arrive then, for its judge to count it. */
    private boolean isLimited(Attempt attempt) {
        return cluster.limitJudge().judges(attempt.timer().key().group());
    }

    private static void leave(boolean may, Runnable arrives, Consumer<CallbackReply> reply) {
        if (may) {
            arrives.run();
        } else {
            reply.accept(new CallbackReply.NotSent());
        }
    }

    /**
     * @param takes until the answer
     */
    private void receive(
            Attempt attempt,
            Duration takes,
            SimulatedNode node,
            VirtualClock clock,
            Mailbox mailbox,
            Consumer<CallbackReply> reply) {
        if (happens(Strike.CALLBACK_NOT_SENT, 0.01)) {
            mailbox.post(() -> reply.accept(new CallbackReply.NotSent()));
            return;
        }
        cluster.clockJudge().started(attempt.timer().key(), node);
        if (clock.now().isBefore(attempt.timer().spec().executeAt())) {
            early.add(attempt.timer().key() + " by " + node.id());
        }
        cluster.limitJudge().started(attempt.timer().key().group(), cluster.events().nowNanos());
        watcher.accept(attempt);
        var id = cluster.scribe().started(attempt, node.id());
        var given = decide();
        var timeout = attempt.timer().spec().target().timeout();
        if (happens(Strike.SENDER_SILENT, 0.003)) {
            cluster.scribe()
                    .fault(FaultKind.NETWORK, timeout.plus(SILENCE_NOTICED), Set.of(node.id()));
            return;
        }
        if (takes.compareTo(timeout) < 0) {
            cluster.events()
                    .after(takes, () -> answer(id, given, () -> deliver(mailbox, reply, given)));
        } else {
            cluster.scribe().struck(Strike.CALLBACK_HUNG);
            var late = CallbackReply.Failed.unanswered("timeout");
            cluster.events()
                    .after(timeout, () -> hung(id, () -> mailbox.post(() -> reply.accept(late))));
        }
    }

    /** A careless sender replies once more, and says something else. */
    private void deliver(Mailbox mailbox, Consumer<CallbackReply> reply, CallbackReply given) {
        mailbox.post(() -> reply.accept(given));
        if (happens(Strike.REPLY_DOUBLED, 0.02)) {
            var other = decide();
            cluster.events()
                    .after(
                            cluster.chance().millis(0, 200),
                            () -> mailbox.post(() -> reply.accept(other)));
        }
    }

    private boolean happens(Strike strike, double rate) {
        boolean happens = !kind && cluster.chance().of(rate) && cluster.has(strike);
        if (happens) {
            cluster.scribe().struck(strike);
        }
        return happens;
    }

    private void hung(EventId id, Runnable deliver) {
        cluster.scribe().replied(id, new Reply.Hung());
        deliver.run();
    }

    private void answer(EventId id, CallbackReply given, Runnable deliver) {
        cluster.scribe().replied(id, inHistory(given));
        deliver.run();
    }

    private Duration takes(Duration timeout) {
        var chance = cluster.chance();
        if (kind || chance.of(0.8)) {
            return chance.millis(0, 20);
        }
        if (chance.of(0.5)) {
            cluster.scribe().struck(Strike.CALLBACK_LATE);
            return timeout.multipliedBy(9).dividedBy(10);
        }
        return timeout.plusMillis(1);
    }

    private CallbackReply decide() {
        var chance = cluster.chance();
        if (kind || chance.of(0.6)) {
            return new CallbackReply.Done();
        }
        if (chance.of(0.6)) {
            cluster.scribe().struck(Strike.CALLBACK_FAILED);
            return new CallbackReply.Failed(
                    "busy",
                    chance.of(0.3) ? Optional.of(chance.millis(10, 3_000)) : Optional.empty());
        }
        if (chance.of(0.2)) {
            return new CallbackReply.FailedForGood("gone");
        }
        cluster.scribe().struck(Strike.CALLBACK_RESCHEDULED);
        var next = cluster.scribe().now().plus(chance.millis(-2_000, 8_000));
        return new CallbackReply.RunAgain(
                Instants.ceilToMillis(next),
                chance.of(0.3)
                        ? Optional.of(Payload.of("{\"again\":" + ++payloads + "}"))
                        : Optional.empty());
    }

    private static Reply inHistory(CallbackReply reply) {
        return switch (reply) {
            case CallbackReply.Done _ -> new Reply.Done();
            case CallbackReply.RunAgain(var at, var payload, _) ->
                    new Reply.Reschedule(at, payload.map(p -> Fingerprint.of(p.bytes())));
            case CallbackReply.Failed(_, var after, _, _) ->
                    new Reply.Failed(after.orElse(Duration.ZERO));
            case CallbackReply.FailedForGood _ -> new Reply.Permanent();
            case CallbackReply.NotSent() -> throw new IllegalStateException("a receiver was there");
        };
    }
}
