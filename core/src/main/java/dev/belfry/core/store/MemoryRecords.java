package dev.belfry.core.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The records of the memory store. Thread-safe: one lock around everything. */
final class MemoryRecords implements StoredRecords {
    private final Map<RecordKind, NavigableMap<String, StoredRecord>> records = new HashMap<>();
    private final Map<RecordKind, Long> latest = new HashMap<>();

    synchronized MemoryRecords copy() {
        var copy = new MemoryRecords();
        records.forEach((kind, of) -> copy.records.put(kind, new TreeMap<>(of)));
        copy.latest.putAll(latest);
        return copy;
    }

    @Override
    public synchronized Optional<StoredRecord> find(RecordKey key) {
        return Optional.ofNullable(of(key.kind()).get(key.id()));
    }

    @Override
    public synchronized List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
        return of(kind).tailMap(afterId, false).values().stream().limit(limit).toList();
    }

    @Override
    public synchronized RecordResult apply(RecordChange change) {
        var present = find(change.key());
        if (!change.isOf(present)) {
            return new RecordResult.Conflict(present);
        }
        long revision = latest.merge(change.key().kind(), 1L, Long::sum);
        write(change, revision);
        return new RecordResult.Changed(revision);
    }

    private void write(RecordChange change, long revision) {
        var key = change.key();
        switch (change) {
            case RecordChange.Write write ->
                    of(key.kind()).put(key.id(), new StoredRecord(key, revision, write.text()));
            case RecordChange.Removal _ -> of(key.kind()).remove(key.id());
        }
    }

    @Override
    public synchronized long latest(RecordKind kind) {
        return latest.getOrDefault(kind, 0L);
    }

    private NavigableMap<String, StoredRecord> of(RecordKind kind) {
        return records.computeIfAbsent(kind, _ -> new TreeMap<>());
    }
}
