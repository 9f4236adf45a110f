package dev.belfry.http.api;

import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.timer.GroupId;
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

    private final StoredRecords records;
    private Map<RecordKey, Seen> open = new LinkedHashMap<>();
    private long number = -1;

    /** A move and its record. */
    record Seen(StoredRecord record, DatabaseMove move) {}

    OpenMoves(StoredRecords records) {
        this.records = records;
    }

    /**
     * Reads what has changed.
     *
     * @return the groups whose shards may live elsewhere than before
     */
    Set<GroupId> look() {
        long latest = records.latest(DatabaseMove.KIND);
        var concerned = new LinkedHashSet<GroupId>();
        if (latest != number) {
            var now = new LinkedHashMap<RecordKey, Seen>();
            for (var record : all(records, "")) {
                var move = DatabaseMove.parse(record);
                concerned.add(move.shard().group());
                if (!move.state().isOver()) {
                    now.put(record.key(), new Seen(record, move));
                }
            }
            open = now;
            number = latest;
        }
        open().forEach(it -> concerned.add(it.move().shard().group()));
        return concerned;
    }

    /** Reads all at the next look. */
    void stale() {
        number = -1;
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
