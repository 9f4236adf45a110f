package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.done;
import static dev.belfry.check.contract.FenceContract.LEASE_LOST;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Commits: each part whole or not at all, each within the store's limits. */
public interface AtomicityContract extends StoreUnderTest {
    @Test
    default void aCommitOfManyKindsAppliesWhole(OwnedShard shard) {
        var old = shard.schedule(timer("old").create());
        shard.commit(timer("moved").create(), timer("gone").create());

        var decisions =
                shard.commit(
                        done(old),
                        Changes.move("moved", NOON.plusSeconds(1)),
                        delete("gone"),
                        timer("new").create());

        assertThat(decisions)
                .extracting(decision -> decision.verdict().name())
                .containsExactly("SETTLED", "PATCHED", "DELETED", "CREATED");
        assertThat(shard.ids()).containsExactly("new", "moved");
    }

    @Test
    default void aVerdictThatChangesNothingDoesNotHinderTheRestOfItsPart(OwnedShard shard) {
        shard.commit(timer("there").create());

        var decisions =
                shard.commit(
                        timer("a").create(),
                        timer("there").payload("2").create(),
                        delete("missing"),
                        timer("b").create());

        assertThat(decisions)
                .extracting(decision -> decision.verdict().name())
                .containsExactly("CREATED", "EXISTS", "NOT_FOUND", "CREATED");
        assertThat(shard.ids()).containsExactlyInAnyOrder("a", "b", "there");
    }

    @Test
    default void timersMaySwapTheirInstantsInOneCommit(OwnedShard shard) {
        shard.commit(timer("a").create(), timer("b").at(NOON.plusSeconds(1)).create());

        shard.commit(Changes.move("a", NOON.plusSeconds(1)), Changes.move("b", NOON));

        assertThat(shard.ids()).containsExactly("b", "a");
    }

    @Test
    default void nothingOfAPartUnderALostLeaseIsApplied(OwnedShard former) {
        former.commit(timer("there").create());
        var current = former.fixture().own(former.id());

        var result = former.attempt(timer("a").create(), delete("there"), timer("b").create());

        assertThat(result).isEqualTo(LEASE_LOST);
        assertThat(current.ids()).containsExactly("there");
    }

    @Test
    default void onePartsLostLeaseDoesNotHinderTheOthers(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        fixture.own(shards.get(0).id());
        fixture.own(shards.get(3).id());
        fixture.own(shards.get(7).id());

        var results =
                fixture.store()
                        .timers()
                        .commit(shards.stream().map(s -> s.next(inside(s))).toList());

        for (var shard : shards) {
            var result = results.get(shard.id().index());
            if (List.of(0, 3, 7).contains(shard.id().index())) {
                assertThat(result).isEqualTo(LEASE_LOST);
                assertThat(shard.rows()).isEmpty();
            } else {
                assertThat(result).isInstanceOf(CommitResult.Committed.class);
                assertThat(shard.rows()).hasSize(1);
            }
        }
    }

    @Test
    default void resultsComeForEachPartInOrder(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE).reversed();

        var results =
                fixture.store()
                        .timers()
                        .commit(shards.stream().map(s -> s.next(inside(s))).toList());

        for (int n = 0; n < shards.size(); n++) {
            var decision = OwnedShard.committed(results.get(n)).getFirst();
            assertThat(SampleGroups.WIDE.shardOf(decision.after().pending().orElseThrow().key()))
                    .isEqualTo(shards.get(n).id());
        }
    }

    @Test
    default void partsOfSeveralGroupsMayShareACall(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);

        fixture.store()
                .timers()
                .commit(
                        List.of(
                                other.next(timer(SampleGroups.OTHER, "a").create()),
                                one.next(timer(SampleGroups.ONE, "b").create())));

        assertThat(one.ids()).containsExactly("b");
        assertThat(other.ids()).containsExactly("a");
    }

    @Test
    default void aCommitOfNoPartsIsNoError(StoreFixture fixture) {
        assertThat(fixture.store().timers().commit(List.of())).isEmpty();
    }

    @Test
    default void aCommitOfAsManyMutationsAsAllowedApplies(OwnedShard shard) {
        int most = shard.store().limits().mutationsPerShard();
        var creates = TimerRequest.several("t", most).stream().map(TimerRequest::create).toList();

        assertThat(shard.commit(creates))
                .hasSize(most)
                .allMatch(decision -> decision.verdict() == Verdict.CREATED);
        assertThat(shard.rows()).hasSize(most);

        var settlements = shard.rows().stream().map(Changes::done).toList();
        assertThat(shard.commit(settlements))
                .allMatch(decision -> decision.verdict() == Verdict.SETTLED);
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aCommitOfAsManyBytesAsAllowedApplies(OwnedShard shard) {
        var limits = shard.store().limits();
        var creates = upTo(limits.bytesPerShard(), limits.mutationsPerShard());

        shard.commit(creates);

        assertThat(shard.rows())
                .extracting(timer -> timer.spec().payload())
                .hasSize(creates.size())
                .containsOnly(creates.getFirst().spec().payload());
    }

    @Test
    default void aCommitOfAsManyShardsAsAllowedApplies(StoreFixture fixture) {
        int most = Math.min(fixture.store().limits().shardsPerCommit(), Group.XLARGE);
        var group = Group.of("many", most);
        var ids = idOfEachShard(group);
        var parts =
                ClaimContract.ownInBulk(fixture, group).stream()
                        .map(
                                shard ->
                                        shard.next(
                                                timer(group, ids.get(shard.id().index())).create()))
                        .toList();

        assertThat(fixture.store().timers().commit(parts))
                .hasSize(most)
                .hasOnlyElementsOfType(CommitResult.Committed.class);
        assertThat(fixture.store().lists().counts(group.shards(), TimerState.SCHEDULED, 10))
                .allMatch(count -> count.timers() == 1);
    }

    private static List<Create> upTo(long bytes, int mutations) {
        var payload = "\"" + "p".repeat(100 * 1024) + "\"";
        var creates = new ArrayList<Create>();
        long left = bytes;
        while (creates.size() < mutations) {
            var create = timer("t-" + creates.size()).payload(payload).create();
            left -= create.sizeBytes();
            if (left < 0 && !creates.isEmpty()) {
                break;
            }
            creates.add(create);
        }
        return creates;
    }

    private static Create inside(OwnedShard shard) {
        return timer(SampleGroups.WIDE, idOfEachShard(SampleGroups.WIDE).get(shard.id().index()))
                .create();
    }

    private static List<String> idOfEachShard(Group group) {
        var ids = new TreeMap<ShardId, String>();
        for (int n = 0; ids.size() < group.shardCount(); n++) {
            ids.putIfAbsent(group.shardOf("in-" + n), "in-" + n);
        }
        return List.copyOf(ids.values());
    }
}
