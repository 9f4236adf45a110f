package dev.belfry.core.store;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.GroupId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The groups there are: a record for each. Calls block; thread-safe.
 *
 * <p>A change is made only if the group is still the one that was seen. A store of several
 * databases has the catalog in the first.
 */
public final class GroupCatalog {
    static final RecordKind KIND = new RecordKind("group");

    private static final int PAGE = 1_000;

    private final StoredRecords records;

    public GroupCatalog(StoredRecords records) {
        this.records = records;
    }

    public Optional<StoredGroup> find(GroupId id) {
        return records.find(KIND.key(id.value())).map(GroupText::parse);
    }

    /**
     * All of them, in order of their ids.
     *
     * @param unreadable is told of each record that a later version may have written: it must not
     *     hide the others
     */
    public List<StoredGroup> all(Consumer<StoredRecord> unreadable) {
        var found = new ArrayList<StoredGroup>();
        var after = "";
        List<StoredRecord> page;
        do {
            page = records.list(KIND, after, PAGE);
            for (var record : page) {
                after = record.key().id();
                readable(record, unreadable).ifPresent(found::add);
            }
        } while (page.size() == PAGE);
        return found;
    }

    private static Optional<StoredGroup> readable(
            StoredRecord record, Consumer<StoredRecord> unreadable) {
        try {
            return Optional.of(GroupText.parse(record));
        } catch (RuntimeException e) {
            unreadable.accept(record);
            return Optional.empty();
        }
    }

    /** Another number after each change of any group. */
    public long latest() {
        return records.latest(KIND);
    }

    /** Writes down a group that must not be there yet; empty if one is. */
    public Optional<StoredGroup> create(GroupDefinition definition) {
        return write(StoredRecord.ABSENT, definition, StoredGroup.Phase.SERVING);
    }

    /** Gives a group other settings; empty if it is no longer as it was seen. */
    public Optional<StoredGroup> change(StoredGroup seen, GroupDefinition definition) {
        return write(seen.revision(), definition, seen.phase());
    }

    /** Puts a group into another phase; empty if it is no longer as it was seen. */
    public Optional<StoredGroup> turn(StoredGroup seen, StoredGroup.Phase phase) {
        return write(seen.revision(), seen.definition(), phase);
    }

    /** Forgets a group; false if it is no longer as it was seen. */
    public boolean remove(StoredGroup seen) {
        var removal = new RecordChange.Removal(KIND.key(seen.id().value()), seen.revision());
        return records.apply(removal) instanceof RecordResult.Changed;
    }

    private Optional<StoredGroup> write(
            long expected, GroupDefinition definition, StoredGroup.Phase phase) {
        var key = KIND.key(definition.id().value());
        var write = new RecordChange.Write(key, expected, GroupText.format(definition, phase));
        return switch (records.apply(write)) {
            case RecordResult.Changed(var revision) ->
                    Optional.of(new StoredGroup(definition, phase, revision));
            case RecordResult.Conflict _ -> Optional.empty();
        };
    }
}
