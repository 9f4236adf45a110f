package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The groups whose firing is stopped: a record for each group that ever was. Calls block;
 * thread-safe.
 *
 * <p>A resumed group has a record too, so that the late copy of a pause meets another revision. The
 * databases of a store each have all pauses: a pause is acknowledged when every one has it, and
 * those that answer know all. One that not every database took is {@link
 * StoreException.OutcomeUnknown}: it holds in those that took it, and should be repeated.
 */
public final class GroupPauses {
    /** The records hold the instant in milliseconds, and the reason after a blank. */
    static final RecordKind KIND = new RecordKind("pause");

    private static final String RESUMED = "resumed";
    private static final int PAGE = 1_000;

    /** Others that come in between so often are no accident. */
    private static final int TURNS = 20;

    private final List<StoredRecords> databases;

    /**
     * @param databases the records of each, one at least
     */
    GroupPauses(List<StoredRecords> databases) {
        this.databases = databases;
    }

    /** Writes a pause down; the last one stays. Idempotent. */
    public void pause(Pause pause) {
        everywhere(records -> put(records, KIND.key(pause.group().value()), text(pause)));
    }

    /** Takes a group's pause away, if it has one. Idempotent. */
    public void resume(GroupId group) {
        everywhere(records -> put(records, KIND.key(group.value()), RESUMED));
    }

    /**
     * The same for a group that may be gone already and made anew, whose pause is another one: what
     * is replaced was read before the condition was found to hold. Where there is no pause nothing
     * is written: whoever makes the group anew resumes it.
     */
    void resumeIf(GroupId group, BooleanSupplier condition) {
        var key = KIND.key(group.value());
        everywhere(
                records -> {
                    if (records.find(key).flatMap(GroupPauses::pause).isPresent()) {
                        putIf(records, key, RESUMED, condition);
                    }
                });
    }

    /** All pauses in force: as new as the last one acknowledged before the call. */
    public List<Pause> inForce() {
        var pauses = new LinkedHashMap<GroupId, Pause>();
        var failures = new ArrayList<StoreException>();
        for (var records : databases) {
            try {
                all(records)
                        .flatMap(record -> pause(record).stream())
                        .forEach(pause -> pauses.put(pause.group(), pause));
            } catch (StoreException failure) {
                failures.add(failure);
            }
        }
        if (failures.size() == databases.size()) {
            throw failures.getFirst();
        }
        return List.copyOf(pauses.values());
    }

    private static Stream<StoredRecord> all(StoredRecords records) {
        var found = new ArrayList<StoredRecord>();
        List<StoredRecord> page;
        do {
            page = records.list(KIND, found.isEmpty() ? "" : found.getLast().key().id(), PAGE);
            found.addAll(page);
        } while (page.size() == PAGE);
        return found.stream();
    }

    /** Goes to every database, also when some fail. */
    private void everywhere(Consumer<StoredRecords> write) {
        var failures = new ArrayList<StoreException>();
        for (var records : databases) {
            try {
                write.accept(records);
            } catch (StoreException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw StoreException.ofParts(databases.size(), failures);
        }
    }

    /**
     * Whatever the record holds now, also the same: an earlier change in doubt expects the revision
     * that was read, and must not come after this one.
     */
    private static void put(StoredRecords records, RecordKey key, String text) {
        putIf(records, key, text, () -> true);
    }

    private static void putIf(
            StoredRecords records, RecordKey key, String text, BooleanSupplier condition) {
        var present = records.find(key);
        for (int turn = 0; turn < TURNS; turn++) {
            if (!condition.getAsBoolean()) {
                return;
            }
            var change =
                    present.map(it -> it.replacedBy(text))
                            .orElseGet(() -> RecordChange.Write.ofNew(key, text));
            switch (records.apply(change)) {
                case RecordResult.Changed _ -> {
                    return;
                }
                case RecordResult.Conflict(var other) -> present = other;
            }
        }
        throw new StoreException.Unavailable("others write %s all the time".formatted(key));
    }

    private static String text(Pause pause) {
        var since = Long.toString(pause.since().toEpochMilli());
        return pause.reason().map(reason -> since + " " + reason).orElse(since);
    }

    private static Optional<Pause> pause(StoredRecord record) {
        var text = record.text();
        if (text.equals(RESUMED)) {
            return Optional.empty();
        }
        int blank = text.indexOf(' ');
        var since = Long.parseLong(blank < 0 ? text : text.substring(0, blank));
        return Optional.of(
                new Pause(
                        new GroupId(record.key().id()),
                        Instant.ofEpochMilli(since),
                        blank < 0 ? Optional.empty() : Optional.of(text.substring(blank + 1))));
    }
}
