package dev.belfry.store.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownGroupsTest {
    private final Group group = Group.of("orders", 3);
    private final Map<GroupId, Integer> stored = new HashMap<>();
    private int reads;
    private final KnownGroups known =
            new KnownGroups(
                    () -> {
                        reads++;
                        return stored;
                    });

    @Test
    void whatWasOpenedIsNotReadAgain() {
        known.opened(group, 3);
        assertThat(known.shards(group.id())).isEqualTo(group.shards());
        assertThat(reads).isZero();
    }

    @Test
    void whatAnotherNodeOpenedIsReadOnce() {
        stored.put(group.id(), 3);
        assertThat(known.shardCount(group.id())).isEqualTo(3);
        assertThat(known.known(new ShardId(group.id(), 2)).index()).isEqualTo(2);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void aGroupThatWasNeverOpenedOrHasNoSuchShardIsAMistakeOfTheCaller() {
        assertThatThrownBy(() -> known.shards(group.id()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was never opened");
        known.opened(group, 3);
        assertThatThrownBy(() -> known.known(new ShardId(group.id(), 3)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anotherShardCountIsRefused() {
        assertThatThrownBy(() -> known.opened(group, 4))
                .isInstanceOf(StoreException.Rejected.class);
    }
}
