package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * A tenant: its timers are spread over a number of shards that never changes.
 *
 * @param retention how long reached and cancelled timers are kept; zero keeps none
 * @param failedRetention how long failed timers are kept
 * @param logsAttempts whether a timer shows its last attempts
 * @param onFailed where somebody is told of a timer that has failed for good and names nobody
 * @param limits what it may take of what it shares with other groups
 */
public record Group(
        GroupId id,
        int shardCount,
        Duration retention,
        Duration failedRetention,
        boolean logsAttempts,
        FailureUrl onFailed,
        GroupLimits limits) {
    public static final int SMALL = 16;
    public static final int MEDIUM = 256;
    public static final int LARGE = 1024;
    public static final int XLARGE = 4096;
    public static final int MAX_SHARDS = 65_536;
    public static final Duration DEFAULT_FAILED_RETENTION = Duration.ofDays(30);

    /** Longer would reach beyond the years a store can hold. */
    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    public Group {
        require(
                shardCount >= 1 && shardCount <= MAX_SHARDS,
                "groups." + id + ".shards",
                "must be 1 to %d",
                MAX_SHARDS);
        requireRetention(retention, "groups." + id + ".retention");
        requireRetention(failedRetention, "groups." + id + ".failedRetention");
    }

    /** A group whose timers show their last attempts, and of whose failures nobody is told. */
    public Group(GroupId id, int shardCount, Duration retention, Duration failedRetention) {
        this(id, shardCount, retention, failedRetention, true, FailureUrl.NONE, GroupLimits.NONE);
    }

    public static Group of(String id, int shardCount) {
        return new Group(new GroupId(id), shardCount, Duration.ZERO, DEFAULT_FAILED_RETENTION);
    }

    /** The same group with other limits. */
    public Group limits(GroupLimits others) {
        return new Group(
                id, shardCount, retention, failedRetention, logsAttempts, onFailed, others);
    }

    /** The shard of a timer: the same on every node and for ever. */
    public ShardId shardOf(String timerId) {
        var crc = new CRC32();
        crc.update(timerId.getBytes(StandardCharsets.UTF_8));
        return new ShardId(id, (int) (crc.getValue() % shardCount));
    }

    public ShardId shardOf(TimerKey key) {
        return shardOf(key.id());
    }

    public List<ShardId> shards() {
        return IntStream.range(0, shardCount).mapToObj(index -> new ShardId(id, index)).toList();
    }

    public boolean keepsReached() {
        return retention.isPositive();
    }

    private static void requireRetention(Duration retention, String field) {
        require(
                !retention.isNegative() && retention.compareTo(LONGEST_RETENTION) <= 0,
                field,
                "must be 0s to 36500d");
    }
}
