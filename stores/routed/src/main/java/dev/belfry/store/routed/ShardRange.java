package dev.belfry.store.routed;

/**
 * Neighbouring shards of a group that live in one database.
 *
 * @param first inclusive, as operators write it
 * @param last inclusive
 */
public record ShardRange(String database, int first, int last) {
    @Override
    public String toString() {
        return first == last
                ? "%s %d".formatted(database, first)
                : "%s %d-%d".formatted(database, first, last);
    }
}
