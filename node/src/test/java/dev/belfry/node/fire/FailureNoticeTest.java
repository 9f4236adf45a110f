package dev.belfry.node.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailureNoticeTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");
    private static final Stamp STAMP = new Stamp(new Revision(99), NOON.plusSeconds(1));
    private static final FailureUrl GROUPS_OWN = new FailureUrl("http://group.example/failed");
    private static final CallbackReply GONE = new CallbackReply.FailedForGood("HTTP 410");

    private static Group group(int shards, FailureUrl onFailed) {
        return new Group(
                new GroupId("orders"),
                shards,
                Duration.ZERO,
                Duration.ofDays(1),
                true,
                onFailed,
                GroupLimits.NONE);
    }

    private static Timer timer(String id, FailureUrl onFailed) {
        var key = TimerKey.of("orders", id);
        var spec =
                new TimerSpec(
                        NOON,
                        CallbackTarget.of("http://a.example").onFailed(onFailed),
                        Payload.NULL,
                        RetryPolicy.DEFAULT,
                        Optional.of("request-7"),
                        new Digest(1, 1));
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(7),
                new Revision(7),
                spec,
                NOON,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                NOON,
                NOON);
    }

    private static Settle settled(Timer timer, CallbackReply reply, Group group) {
        var past = new PastAttempt(NOON, "n1", 410, Duration.ofMillis(3), Optional.of("HTTP 410"));
        var result = new AttemptResult(reply, Optional.of(past));
        return Settlement.settle(timer, result, group, STAMP, new Random(1));
    }

    @Test
    void theNoticeOfAFailureLiesInItsShardWhateverTheirNumber() {
        for (int shards : new int[] {1, 2, 7, 16, 256, 1_000, 4_096, 65_536}) {
            var group = group(shards, GROUPS_OWN);
            for (var id : List.of("a", "ü €", "x".repeat(255))) {
                var timer = timer(id, FailureUrl.OF_GROUP);
                var notice = settled(timer, GONE, group).notice().orElseThrow();
                assertThat(group.shardOf(notice.key())).isEqualTo(group.shardOf(timer.key()));
                assertThat(notice.uuid()).isEqualTo(TimerUuid.of(notice.key()));
                assertThat(notice.spec().target().url()).isEqualTo(GROUPS_OWN.text());
                assertThat(notice.spec().executeAt()).isEqualTo(STAMP.now());
            }
        }
    }

    @Test
    void itSaysWhatFailedAndWhy() {
        var timer = timer("a \"b\" \\ ü", FailureUrl.OF_GROUP);

        var spec = settled(timer, GONE, group(4, GROUPS_OWN)).notice().orElseThrow().spec();

        assertThat(spec.target().body()).isEqualTo(CallbackBody.PAYLOAD);
        assertThat(spec.correlationId()).contains("request-7");
        assertThat(new String(spec.payload().bytes(), StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        {"type":"timer.failed","groupId":"orders","timerId":"a \\"b\\" \\\\ ü",\
                        "timerUuid":"%s","state":"FAILED","executeAt":"2031-05-06T12:00:00Z",\
                        "failedAt":"2031-05-06T12:00:01Z","keptUntil":"2031-05-07T12:00:01Z",\
                        "attempts":1,"lastError":"HTTP 410","correlationId":"request-7",\
                        "lastAttempts":[{"startedAt":"2031-05-06T12:00:00Z","node":"n1",\
                        "status":410,"durationMillis":3,"error":"HTTP 410"}]}"""
                                .formatted(timer.uuid()));
    }

    @Test
    void theTimersOwnWordCountsBeforeTheGroups() {
        var own = new FailureUrl("http://own.example/");
        assertThat(settled(timer("a", own), GONE, group(4, GROUPS_OWN)).notice())
                .hasValueSatisfying(
                        it -> assertThat(it.spec().target().url()).isEqualTo(own.text()));
        assertThat(settled(timer("a", FailureUrl.NONE), GONE, group(4, GROUPS_OWN)).notice())
                .isEmpty();
        assertThat(
                        settled(timer("a", FailureUrl.OF_GROUP), GONE, group(4, FailureUrl.NONE))
                                .notice())
                .isEmpty();
        assertThat(settled(timer("a", own), GONE, group(4, FailureUrl.NONE)).notice()).isPresent();
    }

    @Test
    void nobodyIsToldOfARetryOrOfASuccess() {
        var timer = timer("a", GROUPS_OWN);
        for (var reply :
                List.of(
                        new CallbackReply.Done(),
                        CallbackReply.Failed.unanswered("no"),
                        new CallbackReply.RunAgain(NOON.plusSeconds(9), Optional.empty()))) {
            assertThat(settled(timer, reply, group(4, GROUPS_OWN)).notice()).isEmpty();
        }
    }

    @Test
    void nobodyIsToldOfANoticeThatFails() {
        var group = group(4, GROUPS_OWN);
        var notice = settled(timer("a", FailureUrl.OF_GROUP), GONE, group).notice().orElseThrow();
        var told = notice.decide(Entry.absent(), NOON).after().pending().orElseThrow();

        assertThat(settled(told, GONE, group).notice()).isEmpty();
    }
}
