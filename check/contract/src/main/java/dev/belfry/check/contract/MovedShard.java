package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.Departure;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.LeftBehind;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardMove;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A shard that is moved from one store to another, and what it must hold. */
final class MovedShard {
    static final String EAST = "east";
    static final String WEST = "west";

    private static final Incarnation FIRST = new Incarnation(new NodeId("node-1"), 1);
    private static final Incarnation OTHER = new Incarnation(new NodeId("node-2"), 2);

    /** More than a move and those that follow it make. */
    private static final int MOST_STEPS = 2_000;

    private final TimerStore source;
    private final TimerStore target;
    private final Group group;
    private final ShardId shard;
    private final SplittableRandom random = new SplittableRandom(23);

    /** What was acknowledged. */
    private final Map<TimerKey, Entry> truth = new HashMap<>();

    private SourceOwner owner;
    private int changes;

    MovedShard(TimerStore source, TimerStore target, String name) {
        this.source = source;
        this.target = target;
        this.group = Group.of(name, 2);
        this.shard = group.shards().getFirst();
        source.leases().openGroup(group);
        target.leases().openGroup(group);
        for (var row : target.leases().shards(group.id())) {
            mark(row);
        }
        this.owner = claim(source, FIRST).orElseThrow();
        fill();
    }

    private void mark(ShardRow row) {
        var claim = Claim.of(row, new Moved(EAST).mark(), 1);
        var _ = target.leases().claim(List.of(claim));
    }

    private Optional<SourceOwner> claim(TimerStore store, Incarnation node) {
        return SourceOwner.claim(store, row(store), node, random.nextLong());
    }

    ShardRow row(TimerStore store) {
        return store.leases().shards(group.id()).getFirst();
    }

    private String id(int n) {
        int found = -1;
        for (int candidate = 0; ; candidate++) {
            found += group.shardOf("t-" + candidate).index() == 0 ? 1 : 0;
            if (found == n) {
                return "t-" + candidate;
            }
        }
    }

    private TimerRequest request(int n) {
        return timer(group, id(n)).at(NOON.plusMillis(n));
    }

    /** Timers of every state, with what attempts leave behind. */
    private void fill() {
        for (int n = 0; n < 8; n++) {
            change(owner, request(n).create());
        }
        change(owner, retried(pending(1), "HTTP 503", NOON.plusSeconds(9)));
        change(owner, gaveUp(pending(2), NOON));
        change(owner, reached(pending(3), NOON.plusMillis(1)));
        change(owner, new Delete(key(4), Precondition.none(), Duration.ofDays(1), NOON));
    }

    TimerStore source() {
        return source;
    }

    TimerStore target() {
        return target;
    }

    SourceOwner owner() {
        return owner;
    }

    private TimerKey key(int n) {
        return new TimerKey(group.id(), id(n));
    }

    Timer pending(int n) {
        return truth.getOrDefault(key(n), Entry.absent()).pending().orElseThrow();
    }

    private boolean change(SourceOwner by, Mutation mutation) {
        var decisions = by.commit(mutation);
        decisions.ifPresent(all -> learn(mutation.key(), all.getFirst()));
        return decisions.isPresent();
    }

    private void learn(TimerKey key, Decision decision) {
        if (decision.after() instanceof Entry.Absent) {
            truth.remove(key);
        } else {
            truth.put(key, decision.after());
        }
    }

    /** One more timer, one less, and one at another time; nothing if this owner has it no more. */
    void changeSome(SourceOwner by) {
        changes++;
        if (change(by, request(20 + changes).create()) && truth.containsKey(key(0))) {
            change(by, retried(pending(0), "HTTP 500", NOON.plusSeconds(changes)));
            change(by, new Delete(key(5), Precondition.none()));
            change(by, request(5).at(NOON.plusSeconds(changes)).create());
            // The same again, but for the numbers that the store gives.
            change(by, new Delete(key(6), Precondition.none()));
            change(by, request(6).create());
        }
    }

    ShardMove move(TimerStore from, TimerStore to, Departure by) {
        return new ShardMove(
                new Territory(EAST, from, _ -> true),
                new Territory(WEST, to, _ -> true),
                group,
                shard,
                by,
                random.split());
    }

    ShardMove move() {
        return move(source, target, owner);
    }

    /** Until it is made or over; one that fails in the freeze goes on, as a worker has it do. */
    static ShardMove.Progress finish(ShardMove move) {
        for (int step = 0; step < MOST_STEPS; step++) {
            var progress = attempt(move);
            if (progress == ShardMove.Progress.OVER) {
                end(move);
            }
            if (progress != ShardMove.Progress.UNDER_WAY
                    && progress != ShardMove.Progress.WAITING) {
                return progress;
            }
        }
        throw new AssertionError("the move does not end");
    }

    private static ShardMove.Progress attempt(ShardMove move) {
        try {
            return move.step();
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            return ShardMove.Progress.UNDER_WAY;
        }
    }

    private static void end(ShardMove move) {
        if (move.isFrozen()) {
            move.thaw();
        }
    }

    /** Another node takes the shard where it lives, by force. */
    Optional<SourceOwner> takeOver() {
        return home().equals(source) ? claim(source, OTHER) : claim(target, OTHER);
    }

    /** The one store that has the shard, as everybody sees it from the rows. */
    TimerStore home() {
        var here = row(source);
        var there = row(target);
        if (here.moved().isEmpty()) {
            assertThat(here.arriving()).isEmpty();
            assertThat(there.isMarked()).as("%s beside %s", there, here).isTrue();
            return source;
        }
        var moved = here.moved().get();
        assertThat(moved.to()).isEqualTo(WEST);
        assertThat(there.moved()).isEmpty();
        assertThat(there.arriving().filter(it -> !it.isOpenedBy(moved)))
                .as("%s beside %s", there, here)
                .isEmpty();
        return target;
    }

    /** Whoever finds it so: another node takes the shard, and moves it if it is not there yet. */
    void finishByAnother() {
        for (int round = 0; home().equals(source); round++) {
            assertThat(round).isLessThan(9);
            owner = takeOver().orElseThrow();
            var _ = finish(move());
        }
    }

    /** Exactly what was acknowledged is in the target, and its owner works. */
    void assertMoved() {
        assertThat(home()).isSameAs(target);
        var last = claim(target, FIRST).orElseThrow();
        assertHolds(target);
        changeSome(last);
        assertHolds(target);
        empty();
        assertThat(entries(source)).isEmpty();
        assertThat(home()).isSameAs(target);
        assertHolds(target);
    }

    /** Another owner has what was copied removed, and works on. */
    void undo() {
        owner = takeOver().orElseThrow();
        var undo =
                ShardMove.undo(
                        new Territory(EAST, source, _ -> true),
                        new Territory(WEST, target, _ -> true),
                        group,
                        shard,
                        owner,
                        random.split());
        assertThat(finish(undo)).isEqualTo(ShardMove.Progress.UNDONE);
        assertThat(row(target).moved()).contains(new Moved(EAST));
        assertThat(entries(target)).isEmpty();
        assertHolds(source);
        changeSome(owner);
        assertHolds(source);
    }

    void empty() {
        var left = new LeftBehind(source, group, shard, random.split());
        int steps = 0;
        while (left.step() == LeftBehind.Progress.UNDER_WAY) {
            assertThat(steps++).isLessThan(MOST_STEPS);
        }
    }

    void assertHolds(TimerStore store) {
        assertThat(entries(store)).isEqualTo(truth);
    }

    private Map<TimerKey, Entry> entries(TimerStore store) {
        var entries = new HashMap<TimerKey, Entry>();
        var range = PositionRange.from(Position.START);
        store.timers()
                .page(shard, range, OwnedShard.NO_LIMIT)
                .timers()
                .forEach(timer -> entries.put(timer.key(), new Entry.Pending(timer)));
        for (var state : TimerState.KEPT) {
            store.lists().kept(group, new KeptQuery(state, Position.END, 1_000)).stream()
                    .filter(kept -> group.shardOf(kept.timer().key()).equals(shard))
                    .forEach(kept -> entries.put(kept.timer().key(), new Entry.Kept(kept)));
        }
        return entries;
    }

    boolean isSealed() {
        return row(target).arriving().filter(Arriving::isSealed).isPresent();
    }
}
