package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Group;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GroupRoomTest {
    private static Stream<Group> groups(int count, int shards) {
        return IntStream.range(0, count).mapToObj(i -> Group.of("g" + i, shards));
    }

    @Test
    void oneGroupHasSoManyShardsAtMost() {
        assertThatCode(() -> GroupRoom.require(groups(1, 65_536), Group.of("a", 1_024)))
                .doesNotThrowAnyException();
        requireRefused(groups(1, 1), 1_025, Code.INVALID_INPUT);
    }

    @Test
    void thereAreSoManyGroupsAtMost() {
        assertThatCode(() -> GroupRoom.require(groups(19_999, 1), Group.of("a", 1)))
                .doesNotThrowAnyException();
        requireRefused(groups(20_000, 1), 1, Code.TOO_MANY_GROUPS);
    }

    @Test
    void allHaveSoManyShardsAtMost() {
        assertThatCode(() -> GroupRoom.require(groups(199, 1_000), Group.of("a", 1_000)))
                .doesNotThrowAnyException();
        requireRefused(groups(200, 1_000), 1, Code.TOO_MANY_GROUPS);
    }

    private static void requireRefused(Stream<Group> there, int shards, Code code) {
        assertThatThrownBy(() -> GroupRoom.require(there, Group.of("a", shards)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        it -> assertThat(it.problem().code()).isEqualTo(code));
    }
}
