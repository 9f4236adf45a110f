package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many groups the timers of one request make. */
class FirstUseBoundsTest {
    private static final List<GroupId> WANTED =
            IntStream.range(0, FirstUse.MOST_AT_ONCE + 5)
                    .mapToObj(i -> new GroupId("g" + i))
                    .toList();

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());
    private final Groups groups = new Groups();
    private final Reads reads = new Reads(Duration.ofMinutes(1));
    private final GroupWatch watch = new GroupWatch(store, groups, reads);
    private final FirstUse firstUse = new FirstUse(store, groups, watch, reads, 1_000);

    @AfterEach
    void close() {
        reads.close();
    }

    @Test
    void oneRequestMakesSoManyAndTheNextOneMore() {
        make(WANTED);
        assertThat(groups.count()).isEqualTo(FirstUse.MOST_AT_ONCE);
        assertThat(groups.stored(WANTED.getFirst())).isPresent();
        assertThat(groups.stored(WANTED.getLast())).isEmpty();

        make(WANTED);
        assertThat(groups.count()).isEqualTo(WANTED.size());
    }

    @Test
    void thoseThatThereIsNoRoomForStayMissing() {
        groups.learn(declared("a", Group.MAX_SHARDS));
        groups.learn(declared("b", Group.MAX_SHARDS));
        groups.learn(declared("c", Group.MAX_SHARDS));
        groups.learn(declared("d", GroupRoom.MOST_SHARDS - 3 * Group.MAX_SHARDS - 20));

        make(WANTED);

        assertThat(groups.count()).isEqualTo(5);
        assertThat(groups.stored(WANTED.getFirst())).isPresent();
    }

    private static StoredGroup declared(String name, int shards) {
        var definition = GroupDefinition.usual(new GroupId(name)).withShards(shards);
        return new StoredGroup(definition, StoredGroup.Phase.SERVING, 1);
    }

    private void make(List<GroupId> wanted) {
        firstUse.make(wanted, Trail.NONE).join();
    }
}
