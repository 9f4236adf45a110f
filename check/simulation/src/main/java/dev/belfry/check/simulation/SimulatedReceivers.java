package dev.belfry.check.simulation;

import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender;
import dev.belfry.node.shard.Mailbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** All receivers of callbacks: they note each attempt and answer as told. */
public final class SimulatedReceivers {
    /** An attempt as a receiver saw it. */
    public record Seen(Attempt attempt, Instant at) {}

    /**
     * What a receiver does with an attempt.
     *
     * @param after how long it takes; the sender's timeout may come before
     */
    public record Behaviour(CallbackReply reply, Duration after) {
        public static Behaviour of(CallbackReply reply) {
            return new Behaviour(reply, Duration.ofMillis(2));
        }

        public static Behaviour hangs() {
            return new Behaviour(new CallbackReply.Done(), Duration.ofDays(365));
        }
    }

    private final EventQueue events;
    private final List<Seen> seen = new ArrayList<>();
    private Function<Attempt, Behaviour> behaviour = _ -> Behaviour.of(new CallbackReply.Done());

    private boolean silent;
    private Duration connecting = Duration.ZERO;

    public SimulatedReceivers(EventQueue events) {
        this.events = events;
    }

    /** What receivers do from now on. */
    public void behave(Function<Attempt, Behaviour> newBehaviour) {
        behaviour = newBehaviour;
    }

    /** From now on senders break their promise: there is no reply, not even a timeout. */
    public void silence() {
        silent = true;
    }

    /**
     * From now on it takes so long until an attempt could leave, and then senders ask whether it
     * may.
     */
    public void connectIn(Duration time) {
        connecting = time;
    }

    /** A sender of a node, with its clock; it gives up at the timer's callback timeout. */
    public CallbackSender sender(VirtualClock clock, Mailbox mailbox) {
        return (attempt, recheck, reply) -> {
            if (connecting.isZero()) {
                send(attempt, clock, mailbox, reply);
            } else {
                events.after(
                        connecting,
                        () ->
                                mailbox.post(
                                        () ->
                                                recheck.mayLeave(
                                                        may ->
                                                                leave(
                                                                        may, attempt, clock,
                                                                        mailbox, reply))));
            }
        };
    }

    private void leave(
            boolean may,
            Attempt attempt,
            VirtualClock clock,
            Mailbox mailbox,
            Consumer<CallbackReply> reply) {
        if (may) {
            send(attempt, clock, mailbox, reply);
        } else {
            reply.accept(new CallbackReply.NotSent());
        }
    }

    private void send(
            Attempt attempt, VirtualClock clock, Mailbox mailbox, Consumer<CallbackReply> reply) {
        seen.add(new Seen(attempt, clock.now()));
        var does = behaviour.apply(attempt);
        var timeout = attempt.timer().spec().target().timeout();
        if (silent) {
            return;
        }
        if (does.after().compareTo(timeout) < 0) {
            events.after(does.after(), () -> mailbox.post(() -> reply.accept(does.reply())));
        } else {
            var late = CallbackReply.Failed.unanswered("timeout");
            events.after(timeout, () -> mailbox.post(() -> reply.accept(late)));
        }
    }

    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    public List<Seen> seen(TimerKey key) {
        return seen.stream().filter(one -> one.attempt().timer().key().equals(key)).toList();
    }
}
