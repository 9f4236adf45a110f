package dev.belfry.check.contract;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SampleGroups: opening them, their shards, and their pauses. */
public interface GroupContract extends StoreUnderTest {
    @Test
    default void theFirstCallCreatesItsShardsUnownedAtEpochZero(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.WIDE);

        var rows = fixture.store().leases().shards(SampleGroups.WIDE.id());

        assertThat(rows).extracting(ShardRow::shard).isEqualTo(SampleGroups.WIDE.shards());
        assertThat(rows)
                .allMatch(row -> row.epoch().equals(Epoch.ZERO))
                .allMatch(row -> row.owner().isEmpty())
                .allMatch(row -> row.handedOver().isEmpty());
    }

    @Test
    default void aShardIsReadByItselfAsAmongTheOthers(StoreFixture fixture) {
        var shard = fixture.ownAll(SampleGroups.WIDE).get(3);

        assertThat(shard.store().leases().shard(shard.id()))
                .isEqualTo(shard.row())
                .extracting(ShardRow::owner)
                .isEqualTo(Optional.of(StoreFixture.NODE));
    }

    @Test
    default void openingAGroupAgainChangesNothing(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var row = shard.row();

        shard.store().leases().openGroup(SampleGroups.ONE);

        assertThat(shard.row()).isEqualTo(row);
        assertThat(shard.rows()).containsExactly(timer);
        shard.commit(timer("b").create());
    }

    @Test
    default void aGroupMayBeOpenedBySeveralNodesAtOnce(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        Callable<Boolean> opening =
                () -> {
                    fixture.store().leases().openGroup(Group.of("rush", 64));
                    return true;
                };
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(Collections.nCopies(4, opening))) {
                assertThat(done.get()).isTrue();
            }
        }

        assertThat(fixture.store().leases().shards(new GroupId("rush")))
                .hasSize(64)
                .allMatch(row -> row.epoch().equals(Epoch.ZERO));
    }

    @Test
    default void everyGroupThatWasEverOpenedIsRememberedWithItsShardCount(StoreFixture fixture) {
        assertThat(fixture.store().leases().shardCounts()).isEmpty();

        fixture.store().leases().openGroup(SampleGroups.WIDE);
        fixture.store().leases().openGroup(Group.of("other", 3));

        assertThat(fixture.store().leases().shardCounts())
                .containsOnly(
                        Map.entry(SampleGroups.WIDE.id(), 8), Map.entry(new GroupId("other"), 3));
    }

    @Test
    default void aShardOfAGroupThatWasNeverOpenedIsAMistakeOfTheCaller(StoreFixture fixture) {
        var stranger = Group.of("never-opened", 4);
        var key = new TimerKey(stranger.id(), "a");

        assertThatThrownBy(() -> fixture.store().timers().find(stranger.shardOf(key), key))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never-opened");
    }

    @Test
    default void aGroupWithAnotherShardCountIsRefusedNamingBothCounts(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.WIDE);

        assertThatThrownBy(() -> fixture.store().leases().openGroup(Group.of("wide", 16)))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("wide")
                .hasMessageContaining("8 shards")
                .hasMessageContaining("16");
        assertThat(fixture.store().leases().shards(SampleGroups.WIDE.id())).hasSize(8);
    }

    @Test
    default void aRefusedShardCountLeavesTheStoreUsable(StoreFixture fixture) {
        var shard = fixture.own(SampleGroups.ONE);

        assertThatThrownBy(() -> shard.store().leases().openGroup(Group.of("one", 2)))
                .isInstanceOf(StoreException.Rejected.class);

        shard.commit(timer("a").create());
        shard.store().leases().openGroup(SampleGroups.ONE);
        assertThat(shard.ids()).containsExactly("a");
    }

    @Test
    default void theShardsOfGroupsWithSimilarNamesAreToldApart(StoreFixture fixture) {
        fixture.store().leases().openGroup(Group.of("a", 2));
        fixture.store().leases().openGroup(Group.of("a.b", 3));
        fixture.store().leases().openGroup(Group.of("a_b", 4));

        assertThat(fixture.store().leases().shards(new GroupId("a"))).hasSize(2);
        assertThat(fixture.store().leases().shards(new GroupId("a.b"))).hasSize(3);
        assertThat(fixture.store().leases().shards(new GroupId("a_b"))).hasSize(4);
    }

    @Test
    default void shardsComeInOrderOfIndexAlsoBeyondNine(StoreFixture fixture) {
        var group = Group.of("medium", Group.MEDIUM);
        fixture.store().leases().openGroup(group);

        assertThat(fixture.store().leases().shards(group.id()))
                .extracting(row -> row.shard().index())
                .isSorted()
                .hasSize(Group.MEDIUM);
    }

    @Test
    default void aPauseIsShownUntilTheGroupIsResumed(StoreFixture fixture) {
        var store = fixture.store();
        store.leases().openGroup(SampleGroups.ONE);
        var pause =
                new Pause(SampleGroups.ONE.id(), NOON, Optional.of("maintenance é€𝄞 'quoted'"));
        assertThat(store.pauses().inForce()).isEmpty();

        store.pauses().pause(pause);
        assertThat(store.pauses().inForce()).containsExactly(pause);

        store.pauses().resume(SampleGroups.ONE.id());
        assertThat(store.pauses().inForce()).isEmpty();
    }

    @Test
    default void aPauseNeedsNoReason(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var pause = new Pause(SampleGroups.ONE.id(), NOON, Optional.empty());

        fixture.store().pauses().pause(pause);

        assertThat(fixture.store().pauses().inForce()).containsExactly(pause);
    }

    @Test
    default void theLastPauseStays(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        fixture.store()
                .pauses()
                .pause(new Pause(SampleGroups.ONE.id(), NOON, Optional.of("first")));
        var last = new Pause(SampleGroups.ONE.id(), Instant.EPOCH, Optional.empty());

        fixture.store().pauses().pause(last);
        fixture.store().pauses().pause(last);

        assertThat(fixture.store().pauses().inForce()).containsExactly(last);
    }

    @Test
    default void resumingAGroupThatIsNotPausedIsNoError(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);

        fixture.store().pauses().resume(SampleGroups.ONE.id());

        assertThat(fixture.store().pauses().inForce()).isEmpty();
    }

    @Test
    default void groupsArePausedEachForItself(StoreFixture fixture) {
        var one = new Pause(SampleGroups.ONE.id(), NOON, Optional.of("one"));
        var other = new Pause(SampleGroups.OTHER.id(), NOON.plusMillis(1), Optional.empty());
        fixture.store().leases().openGroup(SampleGroups.ONE);
        fixture.store().leases().openGroup(SampleGroups.OTHER);
        fixture.store().pauses().pause(one);
        fixture.store().pauses().pause(other);
        assertThat(fixture.store().pauses().inForce()).containsExactlyInAnyOrder(one, other);

        fixture.store().pauses().resume(SampleGroups.ONE.id());

        assertThat(fixture.store().pauses().inForce()).containsExactly(other);
    }

    /** Some lie beside each other in tables, some do not. */
    @Test
    default void theShardsOfSeveralGroupsAreReadTogether(StoreFixture fixture) {
        var groups =
                IntStream.range(0, 12).mapToObj(i -> Group.of("many-" + i, 1 + i % 3)).toList();
        groups.forEach(fixture.store().leases()::openGroup);
        var some = List.of(groups.get(9), groups.get(0), groups.get(1), groups.get(5));

        var rows = fixture.store().leases().shards(some.stream().map(Group::id).toList());

        assertThat(rows)
                .extracting(ShardRow::shard)
                .containsExactlyInAnyOrderElementsOf(
                        some.stream().flatMap(group -> group.shards().stream()).toList());
        for (var group : some) {
            assertThat(rows)
                    .filteredOn(row -> row.shard().group().equals(group.id()))
                    .isEqualTo(fixture.store().leases().shards(group.id()));
        }
    }

    @Test
    default void aPauseIsSeenByAnotherNode(StoreFixture fixture) {
        fixture.store().leases().openGroup(SampleGroups.ONE);
        var pause = new Pause(SampleGroups.ONE.id(), NOON, Optional.empty());

        fixture.store().pauses().pause(pause);

        assertThat(fixture.anotherNode().pauses().inForce()).containsExactly(pause);
    }
}
