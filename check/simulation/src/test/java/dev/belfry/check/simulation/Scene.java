package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Alarm;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A node with one shard and the words a script needs. */
final class Scene {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration MINUTE = Duration.ofMinutes(1);

    final SingleNode node;

    Scene() {
        this(SingleNode.roomy());
    }

    Scene(LoopSettings settings) {
        this(Group.of("default", 1), settings, store -> store);
    }

    Scene(Group group) {
        this(group, SingleNode.roomy(), store -> store);
    }

    Scene(Group group, LoopSettings settings, UnaryOperator<TimerStore> way) {
        node = new SingleNode(group, settings, way, 42);
        run(SECOND);
    }

    TimerKey key(String id) {
        return new TimerKey(node.group().id(), id);
    }

    Instant now() {
        return node.clock().now();
    }

    Ask in(Duration delay) {
        return Ask.at(now().plus(delay));
    }

    void run(Duration duration) {
        node.run(duration);
    }

    Answer ask(String id, Function<Stamp, Mutation> change) {
        return new Answer(node.submit(key(id), change));
    }

    Answer create(String id, Ask ask) {
        var uuid = TimerUuid.of(key(id));
        return ask(id, stamp -> new Create(key(id), uuid, ask.spec(), stamp));
    }

    Answer put(String id, Ask ask) {
        return put(id, ask, Precondition.none());
    }

    Answer put(String id, Ask ask, Precondition precondition) {
        var uuid = TimerUuid.of(key(id));
        return ask(id, stamp -> new Put(key(id), uuid, ask.spec(), precondition, stamp));
    }

    Answer reschedule(String id, Instant executeAt) {
        var patch = Ask.patchOf(Optional.of(executeAt), Optional.empty());
        return ask(id, stamp -> new Patch(key(id), patch, Precondition.none(), stamp));
    }

    Answer repay(String id, String payload) {
        var patch = Ask.patchOf(Optional.empty(), Optional.of(payload));
        return ask(id, stamp -> new Patch(key(id), patch, Precondition.none(), stamp));
    }

    Answer delete(String id) {
        return ask(id, _ -> new Delete(key(id), Precondition.none()));
    }

    Answer redrive(String id) {
        return ask(id, stamp -> new Redrive(key(id), stamp));
    }

    /** Creates a timer and waits until that is done. */
    Timer created(String id, Ask ask) {
        create(id, ask);
        run(Duration.ofMillis(20));
        return pending(id);
    }

    void reply(CallbackReply reply) {
        node.receivers().behave(_ -> Behaviour.of(reply));
    }

    void replyAfter(Duration delay, CallbackReply reply) {
        node.receivers().behave(_ -> new Behaviour(reply, delay));
    }

    List<Seen> fired(String id) {
        return node.receivers().seen(key(id));
    }

    List<Instant> firedAt(String id) {
        return fired(id).stream().map(Seen::at).toList();
    }

    Entry entry(String id) {
        return node.way().timers().find(node.group().shardOf(key(id)), key(id));
    }

    Timer pending(String id) {
        return entry(id).pending().orElseThrow();
    }

    boolean isGone(String id) {
        return entry(id) instanceof Entry.Absent;
    }

    List<Timer> allPending() {
        var all = PositionRange.from(Position.START);
        return node.way().lists().browse(node.group(), all, Integer.MAX_VALUE);
    }

    <T extends Alarm> List<T> alarms(Class<T> kind) {
        return node.alarms().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
