package dev.belfry.core.shard;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupTest {
    /** Worked out with zlib: these must never change, or timers lose their address. */
    @ParameterizedTest
    @CsvSource({
        "user-reminder-123, 6, 150, 150, 1174, 54422",
        "a, 3, 67, 579, 3651, 48707",
        "123456789, 6, 38, 294, 2342, 14630",
        "Größe, 5, 21, 21, 21, 36885",
        "提醒, 1, 81, 337, 2385, 47441",
        "🔔, 5, 53, 565, 3637, 11829",
        "\u00E9, 14, 62, 318, 3390, 36158",
        "e\u0301, 13, 45, 813, 2861, 64301",
        "user reminder, 4, 68, 836, 1860, 42820",
    })
    void theShardIsTheUnsignedCrc32OfTheIdModuloTheShardCount(
            String id, int small, int medium, int large, int xlarge, int most) {
        assertThat(Group.of("g", Group.SMALL).shardOf(id).index()).isEqualTo(small);
        assertThat(Group.of("g", Group.MEDIUM).shardOf(id).index()).isEqualTo(medium);
        assertThat(Group.of("g", Group.LARGE).shardOf(id).index()).isEqualTo(large);
        assertThat(Group.of("g", Group.XLARGE).shardOf(id).index()).isEqualTo(xlarge);
        assertThat(Group.of("g", Group.MAX_SHARDS).shardOf(id).index()).isEqualTo(most);
        assertThat(Group.of("g", 1).shardOf(id).index()).isZero();
    }

    @Test
    void theWorkedExampleOfTheDesignHolds() {
        assertThat(Group.of("g", Group.LARGE).shardOf("user-reminder-123"))
                .isEqualTo(new ShardId(new GroupId("g"), 150));
    }

    @Test
    void theShardOfAKeyIsThatOfItsId() {
        var group = Group.of("g", 16);

        assertThat(group.shardOf(TimerKey.of("g", "a"))).isEqualTo(group.shardOf("a"));
    }

    @Test
    void thePresetsAre16And256And1024And4096() {
        assertThat(new int[] {Group.SMALL, Group.MEDIUM, Group.LARGE, Group.XLARGE})
                .containsExactly(16, 256, 1024, 4096);
    }

    @Test
    void itsShardsComeInOrderOfIndex() {
        var shards = Group.of("g", 12).shards();

        assertThat(shards)
                .isSorted()
                .extracting(ShardId::index)
                .containsExactlyElementsOf(IntStream.range(0, 12).boxed().toList());
    }

    @Test
    void aGroupKeepsFailedTimers30DaysAndReachedOnesNotAtAllUnlessToldSo() {
        var group = Group.of("g", 1);

        assertThat(group.keepsReached()).isFalse();
        assertThat(group.failedRetention()).isEqualTo(Duration.ofDays(30));
        assertThat(retaining(Duration.ofMillis(1), Duration.ZERO).keepsReached()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_537})
    void shardsAre1To65536(int shards) {
        assertRefused("groups.g.shards", () -> Group.of("g", shards));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "P36501D", "P999999999999D"})
    void retentionIsUpToAHundredYears(Duration wrong) {
        assertRefused("groups.g.retention", () -> retaining(wrong, Duration.ZERO));
        assertRefused("groups.g.failedRetention", () -> retaining(Duration.ZERO, wrong));
    }

    private static Group retaining(Duration reached, Duration failed) {
        return new Group(new GroupId("g"), 1, reached, failed);
    }
}
