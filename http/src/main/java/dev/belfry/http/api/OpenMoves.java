package dev.belfry.http.api;

import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The moves of shards that are not over, as a node last saw them. Confined to one thread at a time.
 */
final class OpenMoves {
    private static final int PAGE = 1_000;

    /** So long after it was asked for what became of a move can be read. */
    static final Duration KEPT = Duration.ofDays(30);

    /** Old records are looked for so often, also when none has changed. */
    private static final Duration ROUND = Duration.ofHours(1);

    /** In one look; each is a change that all nodes see. */
    private static final int MOST_FORGOTTEN = 1_000;

    private final StoredRecords records;
    private final InstantSource clock;
    private Map<RecordKey, Seen> open = new LinkedHashMap<>();
    private long number = -1;
    private Instant nextRound = Instant.MIN;

    /** A move and its record. */
    record Seen(StoredRecord record, DatabaseMove move) {
        static Seen of(StoredRecord record) {
            return new Seen(record, DatabaseMove.parse(record));
        }
    }

    OpenMoves(StoredRecords records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
    }

    /**
     * Reads what has changed.
     *
     * @return the groups whose shards may live elsewhere than before
     */
    Set<GroupId> look() {
        long latest = records.latest(DatabaseMove.KIND);
        var now = clock.instant();
        var concerned = new LinkedHashSet<GroupId>();
        if (latest != number || !now.isBefore(nextRound)) {
            var all = all(records, "").stream().map(Seen::of).toList();
            all.stream()
                    .filter(it -> it.record().revision() > number)
                    .forEach(it -> concerned.add(it.move().shard().group()));
            replaceBy(all);
            forgetOld(all, now);
            number = latest;
            nextRound = now.plus(ROUND);
        }
        open().forEach(it -> concerned.add(it.move().shard().group()));
        return concerned;
    }

    private void replaceBy(List<Seen> all) {
        open = new LinkedHashMap<>();
        all.stream()
                .filter(it -> !it.move().state().isOver())
                .forEach(it -> open.put(it.record().key(), it));
    }

    private void forgetOld(List<Seen> all, Instant now) {
        all.stream()
                .filter(it -> it.move().state().isOver())
                .filter(it -> it.move().createdAt().plus(KEPT).isBefore(now))
                .limit(MOST_FORGOTTEN)
                .forEach(it -> records.apply(it.record().removal()));
    }

    /** Reads all at the next look. */
    void stale() {
        nextRound = Instant.MIN;
    }

    /** In the order of groups and shards. */
    Stream<Seen> open() {
        return open.values().stream();
    }

    Optional<Seen> find(RecordKey key) {
        return Optional.ofNullable(open.get(key));
    }

    /** What this node has written itself. */
    Seen changed(StoredRecord record, DatabaseMove move) {
        var seen = new Seen(record, move);
        if (move.state().isOver()) {
            open.remove(record.key());
        } else {
            open.put(record.key(), seen);
        }
        return seen;
    }

    /** Whether shards of a group are on their way, or have left something behind. */
    static boolean areOpen(StoredRecords records, GroupId group) {
        return all(records, group + "/").stream()
                .anyMatch(it -> !DatabaseMove.parse(it).state().isOver());
    }

    /** The records of moves whose ids begin so, in order. */
    static List<StoredRecord> all(StoredRecords records, String prefix) {
        var found = new ArrayList<StoredRecord>();
        var after = prefix;
        while (true) {
            var page = records.list(DatabaseMove.KIND, after, PAGE);
            var fit = page.stream().filter(it -> it.key().id().startsWith(prefix)).toList();
            found.addAll(fit);
            if (fit.size() < PAGE) {
                return found;
            }
            after = page.getLast().key().id();
        }
    }
}
