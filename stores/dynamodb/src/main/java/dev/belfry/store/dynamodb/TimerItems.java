package dev.belfry.store.dynamodb;

import dev.belfry.core.schedule.RecurrenceText;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Timers as items, pending and kept; a timer is one item whatever becomes of it. */
final class TimerItems {
    private TimerItems() {}

    static Map<String, AttributeValue> pending(ShardId shard, Timer timer) {
        var position = timer.position();
        var item = common(shard, timer);
        item.bytes(Attributes.POSITION, PositionBytes.of(TimerState.SCHEDULED, position));
        timer.spec()
                .correlationId()
                .ifPresent(
                        id ->
                                item.bytes(
                                        Attributes.CORRELATION,
                                        PositionBytes.correlated(id, position)));
        return item.attributes();
    }

    static Map<String, AttributeValue> kept(ShardId shard, KeptTimer kept) {
        var item =
                common(shard, kept.timer())
                        .bytes(Attributes.POSITION, PositionBytes.of(kept.state(), kept.position()))
                        .instant(Attributes.FIRE_AT, kept.timer().fireAt())
                        .instant(Attributes.KEEP_UNTIL, kept.keepUntil())
                        .number(Attributes.EXPIRES, secondsUp(kept.keepUntil()));
        kept.timer()
                .spec()
                .correlationId()
                .ifPresent(
                        id ->
                                item.bytes(
                                        Attributes.CORRELATION,
                                        PositionBytes.keptCorrelated(id, kept.position())));
        return item.attributes();
    }

    /** What an item found in the partition of a group's shard holds. */
    static Entry entry(Item item, GroupId group) {
        if (item.isMissing()) {
            return Entry.absent();
        }
        var place = item.bytes(Attributes.POSITION);
        var state = PositionBytes.state(place);
        var instant = PositionBytes.position(place).fireAt();
        if (state == TimerState.SCHEDULED) {
            return new Entry.Pending(timer(item, group, instant));
        }
        var timer = timer(item, group, item.instant(Attributes.FIRE_AT));
        return new Entry.Kept(
                new KeptTimer(timer, state, instant, item.instant(Attributes.KEEP_UNTIL)));
    }

    private static ItemWriter common(ShardId shard, Timer timer) {
        var spec = timer.spec();
        var item =
                ItemWriter.of(ItemKey.of(shard, timer.uuid()))
                        .text(Attributes.ID, timer.key().id())
                        .number(Attributes.GENERATION, timer.generation().value())
                        .number(Attributes.REVISION, timer.revision().value())
                        .number(Attributes.ATTEMPTS, timer.attempts())
                        .instant(Attributes.EXECUTE_AT, spec.executeAt())
                        .text(Attributes.URL, spec.target().url())
                        .number(Attributes.TIMEOUT, spec.target().timeout().toMillis())
                        .text(Attributes.RETRY, spec.retryPolicy().toText())
                        .text(Attributes.CORRELATION_ID, spec.correlationId())
                        .bytes(Attributes.DIGEST, spec.digest().toBytes())
                        .text(Attributes.ERROR, timer.lastError())
                        .text(Attributes.ATTEMPT_LOG, timer.attemptLog().toText())
                        .text(Attributes.SCHEDULE, spec.recurrence().map(RecurrenceText::format))
                        .instant(Attributes.CREATED, timer.createdAt())
                        .instant(Attributes.UPDATED, timer.updatedAt())
                        .bytes(Attributes.PAYLOAD, spec.payload().bytes());
        var headers = spec.target().headersText();
        return headers.isEmpty() ? item : item.text(Attributes.HEADERS, headers);
    }

    private static Timer timer(Item item, GroupId group, Instant fireAt) {
        var spec = spec(item);
        return new Timer(
                TimerKey.stored(group, item.text(Attributes.ID), spec.recurrence()),
                ItemKey.of(item.attributes()).uuid(),
                new Generation(item.number(Attributes.GENERATION)),
                new Revision(item.number(Attributes.REVISION)),
                spec,
                fireAt,
                item.integer(Attributes.ATTEMPTS),
                item.optionalText(Attributes.ERROR),
                AttemptLog.fromText(item.optionalText(Attributes.ATTEMPT_LOG)),
                item.instant(Attributes.CREATED),
                item.instant(Attributes.UPDATED));
    }

    private static TimerSpec spec(Item item) {
        var target =
                CallbackTarget.fromText(
                        item.text(Attributes.URL),
                        Duration.ofMillis(item.number(Attributes.TIMEOUT)),
                        item.optionalText(Attributes.HEADERS).orElse(""));
        return new TimerSpec(
                item.instant(Attributes.EXECUTE_AT),
                target,
                Payload.wrap(item.bytes(Attributes.PAYLOAD).asByteArrayUnsafe()),
                RetryPolicy.fromText(item.text(Attributes.RETRY)),
                item.optionalText(Attributes.CORRELATION_ID),
                item.optionalText(Attributes.SCHEDULE).map(RecurrenceText::parse),
                Digest.fromBytes(item.bytes(Attributes.DIGEST).asByteArrayUnsafe()));
    }

    /** DynamoDB counts in seconds, and must not be early. */
    private static long secondsUp(Instant instant) {
        return Math.ceilDiv(instant.toEpochMilli(), 1_000L);
    }
}
