package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RateBucketTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Rate TEN = new Rate(10, 5);

    private static int takeAll(RateBucket bucket, long now) {
        int taken = 0;
        while (bucket.hasToken(now)) {
            bucket.take(now);
            taken++;
        }
        return taken;
    }

    @Test
    void itBeginsEmptyAndHoldsNoMoreThanItsBurst() {
        var bucket = new RateBucket(TEN, 1, 7);
        assertThat(bucket.hasToken(7)).isFalse();
        assertThat(takeAll(bucket, 7 + SECOND / 10)).isEqualTo(1);
        assertThat(takeAll(bucket, 100 * SECOND)).isEqualTo(5);
    }

    @Test
    void theNextTokenIsThereAtTheInstantThatWasToldAndNotBefore() {
        for (double rate : List.of(0.001, 0.3, 1.0, 7.0, 333.3, 1_000_000.0)) {
            var bucket = new RateBucket(new Rate(rate, 1), 0.37, 0);
            long now = 0;
            for (int i = 0; i < 1_000; i++) {
                long wait = bucket.untilToken(now).toNanos();
                assertThat(bucket.hasToken(now + wait / 2)).as("%s too soon", rate).isFalse();
                now += wait;
                assertThat(bucket.hasToken(now)).as("%s in time", rate).isTrue();
                assertThat(bucket.untilToken(now)).isZero();
                bucket.take(now);
            }
        }
    }

    @Test
    void aSmallShareStillHoldsOneToken() {
        var bucket = new RateBucket(TEN, 0.01, 0);
        assertThat(bucket.untilToken(0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(takeAll(bucket, 1_000 * SECOND)).isEqualTo(1);
    }

    @Test
    void aShareThatComesBringsNothingAndOneThatGoesTakesItsPartAlong() {
        var bucket = new RateBucket(new Rate(10, 100), 0.5, 0);
        bucket.share(new Rate(10, 100), 1, 4 * SECOND);
        assertThat(bucket.perSecond()).isEqualTo(10);
        assertThat(takeAll(bucket, 4 * SECOND)).isEqualTo(20);
        bucket.share(new Rate(10, 100), 0.1, 1_000 * SECOND);
        assertThat(takeAll(bucket, 1_000 * SECOND)).isEqualTo(10);
    }

    @Test
    void whatWasNotUsedComesBackButNeverBeyondTheBurst() {
        var bucket = new RateBucket(TEN, 1, 0);
        bucket.take(SECOND);
        bucket.giveBack(SECOND);
        bucket.giveBack(SECOND);
        assertThat(takeAll(bucket, SECOND)).isEqualTo(5);
    }

    @Test
    void ownersThatPassTheirSharesOnNeverStartMoreThanTheRateAndTheirBursts() {
        var random = new SplittableRandom(4711);
        int owners = 3;
        int shards = 12;
        var rate = new Rate(10, 24);
        var holds = new int[] {shards, 0, 0};
        var buckets = new RateBucket[owners];
        var starts = new ArrayList<Long>();
        long now = 0;
        buckets[0] = new RateBucket(rate, 1, now);
        for (int i = 0; i < 20_000; i++) {
            now += random.nextLong(SECOND / 5);
            int from = random.nextInt(owners);
            int to = random.nextInt(owners);
            if (holds[from] > 0 && from != to) {
                give(rate, buckets, holds, from, -1, shards, now);
                give(rate, buckets, holds, to, 1, shards, now);
            }
            var bucket = buckets[random.nextInt(owners)];
            int started = bucket == null ? 0 : takeAll(bucket, now);
            for (int n = 0; n < started; n++) {
                starts.add(now);
            }
        }
        long window = 10 * SECOND;
        int first = 0;
        for (int last = 0; last < starts.size(); last++) {
            while (starts.get(last) - starts.get(first) > window) {
                first++;
            }
            assertThat(last - first + 1).isLessThanOrEqualTo(100 + 24 + owners);
        }
        assertThat(starts.size()).isGreaterThan(10_000);
    }

    private static void give(
            Rate rate,
            RateBucket[] buckets,
            int[] holds,
            int owner,
            int more,
            int shards,
            long now) {
        holds[owner] += more;
        double share = (double) holds[owner] / shards;
        if (share == 0) {
            buckets[owner] = null;
        } else if (buckets[owner] == null) {
            buckets[owner] = new RateBucket(rate, share, now);
        } else {
            buckets[owner].share(rate, share, now);
        }
    }
}
