package dev.belfry.http.api;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.timer.GroupId;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The wish that a shard lives in another database, and how far it has come. Immutable.
 *
 * @param caller who asked for it, in the words of nodes
 * @param worker the node that copies; empty if none does yet
 * @param copied timers, some of them more than once
 * @param frozenMillis how long the shard stood still, once it was moved
 * @param reason why it begins anew, or what holds up its end; else empty
 * @param failure why it failed, or will have when what was copied is removed; else empty
 */
record DatabaseMove(
        ShardId shard,
        String from,
        String to,
        String caller,
        Instant createdAt,
        State state,
        String worker,
        long copied,
        long frozenMillis,
        String reason,
        String failure) {
    static final RecordKind KIND = new RecordKind("shard-move");

    private static final int LONGEST_REASON = 400;

    DatabaseMove {
        reason = reason.substring(0, Math.min(LONGEST_REASON, reason.length()));
        failure = failure.substring(0, Math.min(LONGEST_REASON, failure.length()));
    }

    /** How it stands. */
    enum State {
        /** It is to be moved, and lives where it lived. */
        RUNNING,
        /** It lives in the other database; what it has left behind is being removed. */
        MOVED,
        DONE,
        /** It stays; what was copied is being removed, because of a wish or of a failure. */
        CANCELLING,
        CANCELLED,
        /** It stays, for a reason. */
        FAILED;

        boolean isOver() {
            return this == DONE || this == CANCELLED || this == FAILED;
        }
    }

    static DatabaseMove asked(
            ShardId shard, String from, String to, String caller, Instant createdAt) {
        return new DatabaseMove(
                shard, from, to, caller, createdAt, State.RUNNING, "", 0, 0, "", "");
    }

    DatabaseMove at(String newWorker, long nowCopied, String newReason) {
        return with(state, newWorker, nowCopied, frozenMillis, newReason, failure);
    }

    DatabaseMove moved(String newWorker, long nowCopied, long stoodStill) {
        return with(State.MOVED, newWorker, nowCopied, stoodStill, "", "");
    }

    /** Others have moved it, or this node has, and could not write it down. */
    DatabaseMove foundMoved() {
        return moved(worker, copied, frozenMillis);
    }

    DatabaseMove done() {
        return with(State.DONE, worker, copied, frozenMillis, "", "");
    }

    DatabaseMove cancelling() {
        return with(State.CANCELLING, worker, copied, frozenMillis, reason, "");
    }

    /** What was copied is removed first. */
    DatabaseMove failing(String why) {
        return with(State.CANCELLING, worker, copied, frozenMillis, reason, why);
    }

    /** Nothing of it is left in the other database. */
    DatabaseMove undone() {
        var end = failure.isEmpty() ? State.CANCELLED : State.FAILED;
        return with(end, worker, copied, frozenMillis, reason, failure);
    }

    /** What was copied can not be removed either. */
    DatabaseMove failed(String why) {
        boolean isNew = !failure.isEmpty() && !failure.equals(why);
        var all = isNew ? failure + "; what was copied is left there: " + why : why;
        return with(State.FAILED, worker, copied, frozenMillis, reason, all);
    }

    private DatabaseMove with(
            State newState,
            String newWorker,
            long nowCopied,
            long millis,
            String newReason,
            String newFailure) {
        return new DatabaseMove(
                shard,
                from,
                to,
                caller,
                createdAt,
                newState,
                newWorker,
                nowCopied,
                millis,
                newReason,
                newFailure);
    }

    // ---- in the store

    static RecordKey key(ShardId shard) {
        // Padded, so that records come in the order of shards.
        return KIND.key("%s/%05d".formatted(shard.group(), shard.index()));
    }

    RecordKey key() {
        return key(shard);
    }

    String text() {
        var words = new TreeMap<String, String>();
        words.put("from", from);
        words.put("to", to);
        words.put("caller", caller);
        words.put("createdAt", Long.toString(createdAt.toEpochMilli()));
        words.put("state", state.name());
        words.put("worker", worker);
        words.put("copied", Long.toString(copied));
        words.put("frozenMillis", Long.toString(frozenMillis));
        words.put("reason", reason);
        words.put("failure", failure);
        return new Query(words).text().substring(1);
    }

    static DatabaseMove parse(StoredRecord record) {
        var words = words(record.text());
        var id = record.key().id();
        int slash = id.indexOf('/');
        return new DatabaseMove(
                new ShardId(
                        new GroupId(id.substring(0, slash)),
                        Integer.parseInt(id.substring(slash + 1))),
                words.getOrDefault("from", ""),
                words.getOrDefault("to", ""),
                words.getOrDefault("caller", ""),
                Instant.ofEpochMilli(Long.parseLong(words.getOrDefault("createdAt", "0"))),
                State.valueOf(words.getOrDefault("state", "")),
                words.getOrDefault("worker", ""),
                Long.parseLong(words.getOrDefault("copied", "0")),
                Long.parseLong(words.getOrDefault("frozenMillis", "0")),
                words.getOrDefault("reason", ""),
                words.getOrDefault("failure", ""));
    }

    private static Map<String, String> words(String text) {
        var words = new HashMap<String, String>();
        for (var part : text.split("&", -1)) {
            int equals = part.indexOf('=');
            words.put(
                    part.substring(0, equals),
                    PercentText.decode(part.substring(equals + 1), "move", true));
        }
        return words;
    }

    // ---- in answers

    void write(JsonBytes json) throws IOException {
        json.text("groupId", shard.group())
                .number("shard", shard.index())
                .text("from", from)
                .text("to", to)
                .text("status", state)
                .text("worker", Optional.of(worker).filter(it -> !it.isEmpty()))
                .number("copied", copied)
                .number("frozenMillis", frozenMillis)
                .text("reason", Stream.of(failure, reason).filter(it -> !it.isEmpty()).findFirst())
                .at("createdAt", createdAt);
    }
}
