package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A store that can not do much at a time gets less at a time, and more again when it can. */
class SlowStoreTest {
    private static final Group GROUP = Group.of("default", 64);

    private int most = Integer.MAX_VALUE;
    private Optional<ShardId> unreadable = Optional.empty();
    private final List<Integer> commitSizes = new ArrayList<>();
    private final List<Integer> claimSizes = new ArrayList<>();
    private final Scene scene = new Scene(GROUP, SingleNode.roomy(), SlowStore::new);

    /** Gives no answer to calls with too many shards, or with a row that it can not read. */
    private final class SlowStore extends ForwardingStore {
        SlowStore(TimerStore store) {
            super(store);
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            commitSizes.add(commits.size());
            boolean stumbles =
                    commits.stream()
                            .map(commit -> Optional.of(commit.lease().shard()))
                            .anyMatch(unreadable::equals);
            if (commits.size() > most || stumbles) {
                throw new StoreException.OutcomeUnknown("no answer in time");
            }
            return super.commit(commits);
        }

        @Override
        public ShardLeases leases() {
            return new SlowLeases(super.leases());
        }
    }

    private final class SlowLeases implements ShardLeases {
        private final ShardLeases leases;

        SlowLeases(ShardLeases leases) {
            this.leases = leases;
        }

        @Override
        public Map<GroupId, Integer> shardCounts() {
            return leases.shardCounts();
        }

        @Override
        public void openGroup(Group group) {
            leases.openGroup(group);
        }

        @Override
        public List<ShardRow> shards(GroupId group) {
            return leases.shards(group);
        }

        @Override
        public List<ClaimResult> claim(List<Claim> claims) {
            claimSizes.add(claims.size());
            if (claims.size() > most) {
                throw new StoreException.OutcomeUnknown("no answer in time");
            }
            return leases.claim(claims);
        }

        @Override
        public void release(List<Release> releases) {
            leases.release(releases);
        }
    }

    private static String idIn(int shard, int number) {
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(i -> "t" + i)
                .filter(id -> GROUP.shardOf(id).index() == shard)
                .skip(number)
                .findFirst()
                .orElseThrow();
    }

    /** Asks for a timer in each shard. */
    private List<Answer> createEverywhere(int number) {
        return IntStream.range(0, GROUP.shardCount())
                .mapToObj(shard -> scene.create(idIn(shard, number), scene.in(Scene.MINUTE)))
                .toList();
    }

    @Test
    void afterATimeoutACommitHasFewerShardsAndWithSuccessMoreAgain() {
        most = 2;
        var answers = createEverywhere(0);
        scene.run(Duration.ofSeconds(9));
        assertThat(answers).allMatch(answer -> answer.verdict() == Verdict.CREATED);
        assertThat(commitSizes.stream().filter(size -> size > most)).hasSizeLessThan(15);
        most = Integer.MAX_VALUE;
        for (int round = 1; round <= 4; round++) {
            createEverywhere(round);
            scene.run(Scene.SECOND);
        }
        commitSizes.clear();
        createEverywhere(5);
        scene.run(Scene.SECOND);
        assertThat(commitSizes).anyMatch(size -> size > 60);
    }

    @Test
    void claimsGetSmallerTooAndAllShardsAreOpenedInTheEnd() {
        most = 8;
        scene.node.restart();
        scene.run(Duration.ofSeconds(9));
        var answers = createEverywhere(0);
        scene.run(Duration.ofSeconds(9));
        assertThat(answers).allMatch(answer -> answer.verdict() == Verdict.CREATED);
        assertThat(claimSizes.stream().filter(size -> size > most)).hasSizeLessThan(15);
    }

    @Test
    void aRowThatCanNotBeReadBlocksItsShardOnly() {
        unreadable = Optional.of(new ShardId(GROUP.id(), 7));
        scene.create(idIn(7, 0), scene.in(Scene.MINUTE));
        scene.run(Duration.ofSeconds(9));
        for (int round = 1; round <= 20; round++) {
            var answers = createEverywhere(round);
            scene.run(Scene.SECOND);
            assertThat(answers.stream().filter(Answer::isThere)).hasSizeGreaterThanOrEqualTo(63);
        }
    }
}
