package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShardOwnersTest {
    private static final long SEED = 7;

    @Test
    void theShardOfATimerIsTheOneOfTheServers() {
        assertThat(ShardOwners.shardOf("user-reminder-123", 1024)).isEqualTo(150);
        var random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            var id = id(random);
            int shards = random.nextInt(1, 65_536);
            assertThat(ShardOwners.shardOf(id, shards))
                    .as("seed %d: %s of %d", SEED, id, shards)
                    .isEqualTo(Group.of("default", shards).shardOf(id).index());
        }
    }

    private static String id(Random random) {
        var id = new StringBuilder();
        int length = random.nextInt(1, 60);
        while (id.length() < length) {
            int point = random.nextInt(' ', 0x1_0000 + 0x1000);
            if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                id.appendCodePoint(point);
            }
        }
        return id.toString();
    }

    @Test
    void theOwnerOfATimerIsWhereItsShardIs() {
        var cluster =
                """
                {"self": "a", "members": [
                   {"nodeId": "a", "address": "http://10.0.0.1:80"}, {"nodeId": "b", "address": "http://10.0.0.2:80"}],
                 "groups": [{"groupId": "default", "shards": [
                   {"index": 1, "owner": "b", "epoch": 3}, {"index": 0, "owner": "a", "epoch": 1}, {"index": 2, "epoch": 4}]}]}
                """;
        var placement =
                ShardOwners.of(
                        JsonObject.parse(cluster),
                        it -> URI.create(it.toString().replace("10.0.0", "127.0.0")));
        assertThat(placement.members()).hasSize(2);
        for (int i = 0; i < 20; i++) {
            var owner = placement.ownerOf("default", "t" + i).map(URI::getHost).orElse("nobody");
            assertThat(owner)
                    .isEqualTo(
                            switch (ShardOwners.shardOf("t" + i, 3)) {
                                case 0 -> "127.0.0.1";
                                case 1 -> "127.0.0.2";
                                default -> "nobody";
                            });
        }
        assertThat(placement.ownerOf("other", "t")).isEmpty();
    }
}
