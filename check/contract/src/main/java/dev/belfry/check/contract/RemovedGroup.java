package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.GroupCatalog;
import dev.belfry.core.store.GroupRemoval;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A group of the contract's tests that is deleted and made anew. Confined to one thread. */
final class RemovedGroup {
    /** Of records that go with a group. */
    private static final RecordKind KIND = new RecordKind("contract");

    /** More than two removers need that take shards from each other. */
    private static final int MOST_STEPS = 1_000;

    private static final List<TimerState> KEPT =
            List.of(TimerState.FAILED, TimerState.REACHED, TimerState.CANCELLED);

    private final StoreFixture fixture;
    private final Group group;
    private final SplittableRandom random = new SplittableRandom(47);
    private final List<OwnedShard> owners = new ArrayList<>();

    RemovedGroup(StoreFixture fixture, String name, int shards) {
        this.fixture = fixture;
        this.group = Group.of(name, shards);
    }

    /** One that is used and then put into a phase in which it is removed. */
    static RemovedGroup at(StoreFixture fixture, String name, StoredGroup.Phase phase, int call) {
        assertThat(call).as("calls of a removal").isLessThan(RemovalRaceContract.MOST_CALLS);
        var removed =
                new RemovedGroup(
                        fixture,
                        "%s-%s-%d".formatted(name, phase, call).toLowerCase(Locale.ROOT),
                        2);
        removed.makeWithHistory();
        if (phase == StoredGroup.Phase.DROPPING) {
            removed.owner().commit(removed.pending().create());
        }
        removed.turn(phase);
        return removed;
    }

    Group group() {
        return group;
    }

    GroupId id() {
        return group.id();
    }

    private TimerStore store() {
        return fixture.store();
    }

    /** The owner of the first shard. */
    OwnedShard owner() {
        return owners.getFirst();
    }

    List<ShardRow> rows() {
        return store().leases().shards(id());
    }

    /** Gives the name to a group that is not there, or not any more. */
    void make() {
        store().leases().openGroup(group);
        var definition = new GroupDefinition(group, RetryPolicy.DEFAULT, Duration.ofSeconds(9));
        assertThat(store().catalog().create(definition)).isPresent();
        assertThat(revive()).isTrue();
    }

    boolean revive() {
        return new GroupRevival(store(), random.split()).revive(id());
    }

    /** Made, owned, and with a kept timer of each state in its first shard. */
    OwnedShard makeWithHistory() {
        make();
        owners.clear();
        owners.addAll(fixture.ownAll(group));
        var shard = owner();
        shard.keep(gaveUp(shard.schedule(of(1).create()), NOON));
        shard.keep(reached(shard.schedule(of(2).create()), NOON));
        shard.commit(of(3).create());
        shard.keep(new Delete(of(3).key(), Precondition.none(), Duration.ofDays(1), NOON));
        store().records().apply(RecordChange.Write.ofNew(KIND.key(id() + "/a"), "goes with it"));
        return shard;
    }

    /** The same, and with a pending timer. */
    OwnedShard makeWithTimers() {
        var shard = makeWithHistory();
        shard.commit(pending().create());
        return shard;
    }

    private TimerRequest pending() {
        return of(0);
    }

    private TimerRequest of(int n) {
        return timer(group, idOfFirstShard(n));
    }

    /** The n-th of the ids whose timers lie in the first shard. */
    String idOfFirstShard(int n) {
        int found = -1;
        for (int candidate = 0; ; candidate++) {
            found += group.shardOf("t-" + candidate).index() == 0 ? 1 : 0;
            if (found == n) {
                return "t-" + candidate;
            }
        }
    }

    void turn(StoredGroup.Phase phase) {
        assertThat(store().catalog().turn(stored(), phase)).isPresent();
    }

    private StoredGroup stored() {
        return store().catalog().find(id()).orElseThrow();
    }

    boolean isForgotten() {
        return store().catalog().find(id()).isEmpty();
    }

    boolean isServing() {
        return stored().phase() == StoredGroup.Phase.SERVING;
    }

    GroupRemoval removal(TimerStore asSeen, int patience) {
        return new GroupRemoval(asSeen, stored(), List.of(KIND), random.split(), patience);
    }

    GroupRemoval removal() {
        return removal(store(), 0);
    }

    static GroupRemoval.Progress finish(GroupRemoval removal) {
        for (int step = 0; step < MOST_STEPS; step++) {
            var progress = removal.step();
            if (progress != GroupRemoval.Progress.UNDER_WAY) {
                return progress;
            }
        }
        throw new AssertionError("the removal does not end");
    }

    /** Is called again after a failure, as a worker does. */
    static GroupRemoval.Progress finishAtLast(GroupRemoval removal) {
        try {
            return finish(removal);
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            return finish(removal);
        }
    }

    /** A store whose every call, those of its catalog too, goes through something. */
    static TimerStore behind(TimerStore real, InterceptedStore.Interceptor interceptor) {
        var records = InterceptedStore.of(real, interceptor).records();
        return InterceptedStore.of(
                real,
                (call, itself) ->
                        switch (call) {
                            case "catalog" -> new GroupCatalog(records);
                            case "limits" -> itself.call();
                            default -> interceptor.intercept(call, itself);
                        });
    }

    List<StoredRecord> records() {
        return store().records().list(KIND, id() + "/", 10).stream()
                .filter(record -> record.key().id().startsWith(id() + "/"))
                .toList();
    }

    void assertGone() {
        assertThat(isForgotten()).isTrue();
        assertThat(store().pauses().inForce()).noneMatch(it -> it.group().equals(id()));
        assertThat(records()).isEmpty();
        assertEmpty();
    }

    void assertEmpty() {
        assertThat(store().lists().browse(group, TimerFilter.ALL.times(), 10)).isEmpty();
        for (var state : KEPT) {
            assertThat(store().lists().kept(group, new KeptQuery(state, Position.END, 10)))
                    .isEmpty();
        }
        for (var state : TimerState.values()) {
            assertThat(store().lists().counts(group.shards(), state, 10))
                    .allMatch(count -> count.timers() == 0);
        }
    }

    /** It serves, and every shard is for nodes to take. */
    void assertServes() {
        assertThat(isServing()).isTrue();
        assertThat(rows()).allMatch(row -> row.owner().isEmpty());
    }

    /** Exactly those that it was made with. */
    void assertHasTimers(OwnedShard shard) {
        assertThat(shard.ids()).containsExactly(idOfFirstShard(0));
        for (int n = 0; n < KEPT.size(); n++) {
            var kept = store().lists().kept(group, new KeptQuery(KEPT.get(n), Position.END, 10));
            assertThat(kept)
                    .extracting(it -> it.timer().key().id())
                    .containsExactly(idOfFirstShard(n + 1));
        }
        assertThat(records()).hasSize(1);
    }
}
