package dev.belfry.store.mongodb;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.CallbackHeaders;
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
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Timers as documents, pending and kept; a timer is one document whatever becomes of it. */
final class TimerDocuments {
    private static final String DEFAULT_POLICY = RetryPolicy.DEFAULT.toText();

    private TimerDocuments() {}

    static BsonDocument pending(ShardId shard, Timer timer) {
        var document = common(key(shard, timer), shard, timer);
        timer.spec()
                .correlationId()
                .map(id -> Keys.correlated(shard.group(), id, timer.position()))
                .ifPresent(place -> document.append(Fields.CORRELATION, place));
        return document;
    }

    static BsonDocument kept(ShardId shard, KeptTimer kept) {
        return common(key(shard, kept), shard, kept.timer())
                .append(Fields.KEPT, Keys.kept(shard.group(), kept.state(), kept.position()))
                .append(Fields.FIRE_AT, instant(kept.timer().fireAt()))
                .append(Fields.KEEP_UNTIL, instant(kept.keepUntil()));
    }

    static BsonBinary key(ShardId shard, Timer pending) {
        return Keys.timer(shard, TimerState.SCHEDULED, pending.position());
    }

    static BsonBinary key(ShardId shard, KeptTimer kept) {
        return Keys.timer(shard, kept.state(), kept.position());
    }

    /** What a document found in a shard of a group holds. */
    static Entry entry(BsonDocument document, GroupId group) {
        var key = document.getBinary(Fields.ID);
        return Keys.state(key) == TimerState.SCHEDULED
                ? new Entry.Pending(pending(document, group))
                : new Entry.Kept(kept(document, group));
    }

    static Timer pending(BsonDocument document, GroupId group) {
        return timer(document, group, Keys.position(document.getBinary(Fields.ID)).fireAt());
    }

    static KeptTimer kept(BsonDocument document, GroupId group) {
        var key = document.getBinary(Fields.ID);
        return new KeptTimer(
                timer(document, group, instant(document, Fields.FIRE_AT)),
                Keys.state(key),
                Keys.position(key).fireAt(),
                instant(document, Fields.KEEP_UNTIL));
    }

    /** Whether the four fields that differ between any two states of a timer are its own. */
    static boolean isOf(BsonDocument document, ShardId shard, Timer timer) {
        return document.getBinary(Fields.ID).equals(key(shard, timer))
                && document.getInt64(Fields.GENERATION).getValue() == timer.generation().value()
                && document.getInt64(Fields.REVISION).getValue() == timer.revision().value()
                && document.getInt32(Fields.ATTEMPTS).getValue() == timer.attempts();
    }

    /**
     * Documents are found by a digest of the key; a second key with the same one must not be it.
     */
    static void requireKey(TimerKey wanted, Entry entry) {
        var found =
                switch (entry) {
                    case Entry.Absent() -> wanted;
                    case Entry.Pending(var timer) -> timer.key();
                    case Entry.Kept(var kept) -> kept.timer().key();
                };
        invariant(found.equals(wanted), "%s has the uuid of %s", wanted, found);
    }

    static BsonDateTime instant(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }

    static Instant instant(BsonDocument document, String field) {
        return Instant.ofEpochMilli(document.getDateTime(field).getValue());
    }

    static Optional<String> text(BsonDocument document, String field) {
        return document.containsKey(field)
                ? Optional.of(document.getString(field).getValue())
                : Optional.empty();
    }

    private static BsonDocument common(BsonBinary key, ShardId shard, Timer timer) {
        var spec = timer.spec();
        var document =
                new BsonDocument(Fields.ID, key)
                        .append(Fields.SHARD, new BsonString(Keys.name(shard)))
                        .append(Fields.UUID, Keys.uuid(timer.uuid()))
                        .append(Fields.TIMER_ID, new BsonString(timer.key().id()))
                        .append(Fields.GENERATION, new BsonInt64(timer.generation().value()))
                        .append(Fields.REVISION, new BsonInt64(timer.revision().value()))
                        .append(Fields.ATTEMPTS, new BsonInt32(timer.attempts()))
                        .append(Fields.EXECUTE_AT, instant(spec.executeAt()))
                        .append(Fields.URL, new BsonString(spec.target().url()))
                        .append(Fields.TIMEOUT, new BsonInt64(spec.target().timeout().toMillis()))
                        .append(Fields.RETRY, new BsonString(spec.retryPolicy().toText()))
                        .append(Fields.DIGEST, new BsonBinary(spec.digest().toBytes()))
                        .append(Fields.CREATED, instant(timer.createdAt()))
                        .append(Fields.UPDATED, instant(timer.updatedAt()))
                        .append(Fields.PAYLOAD, new BsonBinary(spec.payload().bytes()));
        var headers = spec.target().headers().toText();
        append(document, Fields.HEADERS, Optional.of(headers).filter(text -> !text.isEmpty()));
        append(document, Fields.CORRELATION_ID, spec.correlationId());
        append(document, Fields.ERROR, timer.lastError());
        return document;
    }

    private static void append(BsonDocument document, String field, Optional<String> text) {
        text.ifPresent(value -> document.append(field, new BsonString(value)));
    }

    private static Timer timer(BsonDocument document, GroupId group, Instant fireAt) {
        return new Timer(
                new TimerKey(group, document.getString(Fields.TIMER_ID).getValue()),
                Keys.uuid(document.getBinary(Fields.UUID)),
                new Generation(document.getInt64(Fields.GENERATION).getValue()),
                new Revision(document.getInt64(Fields.REVISION).getValue()),
                spec(document),
                fireAt,
                document.getInt32(Fields.ATTEMPTS).getValue(),
                text(document, Fields.ERROR),
                instant(document, Fields.CREATED),
                instant(document, Fields.UPDATED));
    }

    private static TimerSpec spec(BsonDocument document) {
        var target =
                new CallbackTarget(
                        document.getString(Fields.URL).getValue(),
                        Duration.ofMillis(document.getInt64(Fields.TIMEOUT).getValue()),
                        text(document, Fields.HEADERS)
                                .map(CallbackHeaders::fromText)
                                .orElse(CallbackHeaders.NONE));
        return new TimerSpec(
                instant(document, Fields.EXECUTE_AT),
                target,
                Payload.wrap(document.getBinary(Fields.PAYLOAD).getData()),
                retryPolicy(document.getString(Fields.RETRY).getValue()),
                text(document, Fields.CORRELATION_ID),
                Digest.fromBytes(document.getBinary(Fields.DIGEST).getData()));
    }

    /** Most timers have the default policy: they share it, and it is not parsed again. */
    private static RetryPolicy retryPolicy(String text) {
        return text.equals(DEFAULT_POLICY) ? RetryPolicy.DEFAULT : RetryPolicy.fromText(text);
    }
}
