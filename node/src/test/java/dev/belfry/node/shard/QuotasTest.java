package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class QuotasTest {
    private static final GroupId LIMITED = new GroupId("limited");
    private static final Rate RATE = new Rate(8, 8);

    private final SettableClock clock = new SettableClock();
    private final Quotas quotas = new Quotas(clock);

    private static Group limited(GroupLimits limits) {
        return Group.of("limited", 4).limits(limits);
    }

    private static Group limited(OptionalInt concurrency) {
        return limited(new GroupLimits(1, Optional.of(RATE), concurrency));
    }

    private static Shard open(Group group, int index) {
        var shard = Shards.shard(group, index);
        var claim = shard.ownership().claim().lease();
        shard.ownership().claimed(new Lease(claim.shard(), claim.epoch(), claim.token()), 0);
        return shard;
    }

    @Test
    void aLoopHasThePartOfItsShards() {
        var group = limited(OptionalInt.of(9));
        var first = open(group, 0);
        assertThat(quotas.look(first)).isTrue();
        assertThat(quotas.look(first)).as("nothing new").isFalse();
        assertThat(quotas.perSecond(LIMITED)).contains(2.0);
        assertThat(quotas.mayHaveAnother(LIMITED, 1)).isTrue();
        assertThat(quotas.mayHaveAnother(LIMITED, 2)).isFalse();
        var second = open(group, 1);
        quotas.look(second);
        assertThat(quotas.perSecond(LIMITED)).contains(4.0);
        assertThat(quotas.mayHaveAnother(LIMITED, 3)).isTrue();
        second.ownership().release();
        assertThat(quotas.look(second)).isTrue();
        assertThat(quotas.perSecond(LIMITED)).contains(2.0);
    }

    @Test
    void whoHoldsAnythingMayHaveOneUnderWay() {
        quotas.look(open(limited(OptionalInt.of(1)), 0));
        assertThat(quotas.mayHaveAnother(LIMITED, 0)).isTrue();
        assertThat(quotas.mayHaveAnother(LIMITED, 1)).isFalse();
    }

    @Test
    void aShardThatIsNotYetClaimedOrClosedDoesNotCount() {
        var group = limited(OptionalInt.empty());
        assertThat(quotas.look(Shards.shard(group, 0))).isFalse();
        var shard = open(group, 1);
        quotas.look(shard);
        shard.ownership().inDoubt();
        assertThat(quotas.look(shard)).as("while it is claimed again").isFalse();
        shard.ownership().close();
        assertThat(quotas.look(shard)).isTrue();
        assertThat(quotas.perSecond(LIMITED)).isEmpty();
        assertThat(quotas.limited()).isEmpty();
    }

    @Test
    void aBucketIsEmptyAgainAfterAllShardsWereGone() {
        var shard = open(limited(OptionalInt.empty()), 0);
        quotas.look(shard);
        clock.advance(Duration.ofSeconds(10));
        assertThat(quotas.hasToken(LIMITED)).isTrue();
        shard.ownership().close();
        quotas.look(shard);
        quotas.look(open(limited(OptionalInt.empty()), 1));
        assertThat(quotas.hasToken(LIMITED)).isFalse();
        assertThat(quotas.untilToken(LIMITED)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void otherLimitsOfTheGroupAreTakenOver() {
        quotas.look(open(limited(OptionalInt.empty()), 0));
        assertThat(quotas.limited()).containsExactly(LIMITED);
        assertThat(quotas.look(open(limited(GroupLimits.NONE), 0))).isTrue();
        assertThat(quotas.hasToken(LIMITED)).isTrue();
        assertThat(quotas.limited()).isEmpty();
    }

    @Test
    void aGroupWithoutLimitsIsNotHeldUp() {
        quotas.look(open(limited(GroupLimits.NONE), 0));
        assertThat(quotas.hasToken(LIMITED)).isTrue();
        assertThat(quotas.untilToken(LIMITED)).isZero();
        assertThat(quotas.mayHaveAnother(LIMITED, 1_000_000)).isTrue();
        assertThat(quotas.hasToken(GroupId.DEFAULT)).isTrue();
    }
}
