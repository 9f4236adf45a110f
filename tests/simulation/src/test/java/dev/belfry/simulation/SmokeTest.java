package dev.belfry.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.*;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SmokeTest {
    @Test
    void aTimerFiresOnTimeAndIsGone() {
        var node = new SingleNode(Group.of("default", 4), SingleNode.roomy());
        node.run(Duration.ofSeconds(1));
        var key = TimerKey.of("default", "a");
        var at = node.clock().now().plusSeconds(5);
        var spec =
                new TimerSpec(
                        at,
                        CallbackTarget.of("http://localhost:1/x"),
                        Payload.NULL,
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(1, 2));
        var answers = node.submit(key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
        node.run(Duration.ofSeconds(1));
        assertThat(answers).hasSize(1);
        assertThat(node.receivers().seen()).isEmpty();
        node.run(Duration.ofSeconds(10));
        assertThat(node.receivers().seen()).hasSize(1);
        Instant seenAt = node.receivers().seen().getFirst().at();
        assertThat(seenAt).isEqualTo(at);
        assertThat(node.store().find(node.group().shardOf(key), key)).isEqualTo(Entry.absent());
        assertThat(node.alarms()).isEqualTo(List.of());
    }
}
