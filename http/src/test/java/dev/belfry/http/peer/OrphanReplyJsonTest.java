package dev.belfry.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.route.OrphanReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrphanReplyJsonTest {
    private static final ShardId SHARD = new ShardId(new GroupId("orders"), 7);
    private static final AttemptId ATTEMPT =
            new AttemptId(
                    TimerUuid.of(new TimerKey(new GroupId("orders"), "t")),
                    new Generation(Long.MAX_VALUE - 3),
                    2);

    @Test
    void everyReplyArrivesAsItWasSent() {
        var replies =
                List.of(
                        new CallbackReply.Done(),
                        new CallbackReply.RunAgain(Instant.ofEpochMilli(17), Optional.empty()),
                        new CallbackReply.RunAgain(
                                Instant.EPOCH,
                                Optional.of(Payload.of("{\"a\": 1.10, \"ü\": 1e5 }"))),
                        new CallbackReply.Failed("500 \"ü\"", Optional.empty()),
                        new CallbackReply.Failed("busy", Optional.of(Duration.ofMillis(1_500))),
                        new CallbackReply.FailedForGood("404"),
                        new CallbackReply.NotSent());
        for (var reply : replies) {
            assertArrives(new AttemptResult(reply, Optional.empty()));
        }
    }

    @Test
    void whatATimerShowsOfAnAttemptGoesWithIt() {
        var past =
                new PastAttempt(Instant.EPOCH, "n1", 503, Duration.ofMillis(17), Optional.of("ü"));
        assertArrives(new AttemptResult(new CallbackReply.NotSent(), Optional.of(past)));
        var good =
                new PastAttempt(Instant.EPOCH, "n1", 200, Duration.ofMillis(17), Optional.empty());
        assertArrives(new AttemptResult(new CallbackReply.Done(), Optional.of(good)));
    }

    private static void assertArrives(AttemptResult result) {
        var orphan = new OrphanReply(SHARD, ATTEMPT, result);
        assertThat(OrphanReplyJson.parse(OrphanReplyJson.bytes(orphan))).isEqualTo(orphan);
    }

    @Test
    void fieldsOfALaterVersionArePassedOver() {
        var text =
                new String(
                        OrphanReplyJson.bytes(
                                new OrphanReply(
                                        SHARD,
                                        ATTEMPT,
                                        new AttemptResult(
                                                new CallbackReply.Done(), Optional.empty()))),
                        StandardCharsets.UTF_8);
        var later = text.replaceFirst("\\{", "{\"new\":[1],");
        assertThat(OrphanReplyJson.parse(later.getBytes(StandardCharsets.UTF_8)).result().reply())
                .isEqualTo(new CallbackReply.Done());
    }
}
