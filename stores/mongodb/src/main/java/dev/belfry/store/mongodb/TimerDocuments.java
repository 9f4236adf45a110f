package dev.belfry.store.mongodb;

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
                .ifPresent(place -> document.append(MongoFields.CORRELATION, place));
        return document;
    }

    static BsonDocument kept(ShardId shard, KeptTimer kept) {
        var document =
                common(key(shard, kept), shard, kept.timer())
                        .append(
                                MongoFields.KEPT,
                                Keys.kept(shard.group(), kept.state(), kept.position()))
                        .append(MongoFields.FIRE_AT, instant(kept.timer().fireAt()))
                        .append(MongoFields.KEEP_UNTIL, instant(kept.keepUntil()));
        kept.timer()
                .spec()
                .correlationId()
                .map(id -> Keys.keptCorrelated(shard.group(), id, kept.position()))
                .ifPresent(place -> document.append(MongoFields.CORRELATION, place));
        return document;
    }

    static BsonBinary key(ShardId shard, Timer pending) {
        return Keys.timer(shard, TimerState.SCHEDULED, pending.position());
    }

    static BsonBinary key(ShardId shard, KeptTimer kept) {
        return Keys.timer(shard, kept.state(), kept.position());
    }

    /** What a document found in a shard of a group holds. */
    static Entry entry(BsonDocument document, GroupId group) {
        var key = document.getBinary(MongoFields.ID);
        return Keys.state(key) == TimerState.SCHEDULED
                ? new Entry.Pending(pending(document, group))
                : new Entry.Kept(kept(document, group));
    }

    static Timer pending(BsonDocument document, GroupId group) {
        return timer(document, group, Keys.position(document.getBinary(MongoFields.ID)).fireAt());
    }

    static KeptTimer kept(BsonDocument document, GroupId group) {
        var key = document.getBinary(MongoFields.ID);
        return new KeptTimer(
                timer(document, group, instant(document, MongoFields.FIRE_AT)),
                Keys.state(key),
                Keys.position(key).fireAt(),
                instant(document, MongoFields.KEEP_UNTIL));
    }

    /** Whether the four fields that differ between any two states of a timer are its own. */
    static boolean isOf(BsonDocument document, ShardId shard, Timer timer) {
        return document.getBinary(MongoFields.ID).equals(key(shard, timer))
                && document.getInt64(MongoFields.GENERATION).getValue()
                        == timer.generation().value()
                && document.getInt64(MongoFields.REVISION).getValue() == timer.revision().value()
                && document.getInt32(MongoFields.ATTEMPTS).getValue() == timer.attempts();
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
                new BsonDocument(MongoFields.ID, key)
                        .append(MongoFields.SHARD, new BsonString(Keys.name(shard)))
                        .append(MongoFields.UUID, Keys.uuid(timer.uuid()))
                        .append(MongoFields.TIMER_ID, new BsonString(timer.key().id()))
                        .append(MongoFields.GENERATION, new BsonInt64(timer.generation().value()))
                        .append(MongoFields.REVISION, new BsonInt64(timer.revision().value()))
                        .append(MongoFields.ATTEMPTS, new BsonInt32(timer.attempts()))
                        .append(MongoFields.EXECUTE_AT, instant(spec.executeAt()))
                        .append(MongoFields.URL, new BsonString(spec.target().url()))
                        .append(
                                MongoFields.TIMEOUT,
                                new BsonInt64(spec.target().timeout().toMillis()))
                        .append(MongoFields.RETRY, new BsonString(spec.retryPolicy().toText()))
                        .append(MongoFields.DIGEST, new BsonBinary(spec.digest().toBytes()))
                        .append(MongoFields.CREATED, instant(timer.createdAt()))
                        .append(MongoFields.UPDATED, instant(timer.updatedAt()))
                        .append(MongoFields.PAYLOAD, new BsonBinary(spec.payload().bytes()));
        var headers = spec.target().headersText();
        append(document, MongoFields.HEADERS, Optional.of(headers).filter(text -> !text.isEmpty()));
        append(document, MongoFields.CORRELATION_ID, spec.correlationId());
        append(document, MongoFields.ERROR, timer.lastError());
        append(document, MongoFields.ATTEMPT_LOG, timer.attemptLog().toText());
        append(document, MongoFields.SCHEDULE, spec.recurrence().map(RecurrenceText::format));
        return document;
    }

    private static void append(BsonDocument document, String field, Optional<String> text) {
        text.ifPresent(value -> document.append(field, new BsonString(value)));
    }

    private static Timer timer(BsonDocument document, GroupId group, Instant fireAt) {
        var spec = spec(document);
        return new Timer(
                TimerKey.stored(
                        group,
                        document.getString(MongoFields.TIMER_ID).getValue(),
                        spec.recurrence()),
                Keys.uuid(document.getBinary(MongoFields.UUID)),
                new Generation(document.getInt64(MongoFields.GENERATION).getValue()),
                new Revision(document.getInt64(MongoFields.REVISION).getValue()),
                spec,
                fireAt,
                document.getInt32(MongoFields.ATTEMPTS).getValue(),
                text(document, MongoFields.ERROR),
                AttemptLog.fromText(text(document, MongoFields.ATTEMPT_LOG)),
                instant(document, MongoFields.CREATED),
                instant(document, MongoFields.UPDATED));
    }

    private static TimerSpec spec(BsonDocument document) {
        var target =
                CallbackTarget.fromText(
                        document.getString(MongoFields.URL).getValue(),
                        Duration.ofMillis(document.getInt64(MongoFields.TIMEOUT).getValue()),
                        text(document, MongoFields.HEADERS).orElse(""));
        return new TimerSpec(
                instant(document, MongoFields.EXECUTE_AT),
                target,
                Payload.wrap(document.getBinary(MongoFields.PAYLOAD).getData()),
                retryPolicy(document.getString(MongoFields.RETRY).getValue()),
                text(document, MongoFields.CORRELATION_ID),
                text(document, MongoFields.SCHEDULE).map(RecurrenceText::parse),
                Digest.fromBytes(document.getBinary(MongoFields.DIGEST).getData()));
    }

    /** Most timers have the default policy: they share it, and it is not parsed again. */
    private static RetryPolicy retryPolicy(String text) {
        return text.equals(DEFAULT_POLICY) ? RetryPolicy.DEFAULT : RetryPolicy.fromText(text);
    }
}
