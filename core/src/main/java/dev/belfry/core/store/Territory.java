package dev.belfry.core.store;

/**
 * One database with the shards that live in it. It has its own members and its own faults.
 *
 * @param name of the database among the others of a store; empty if it is the only one
 */
public record Territory(String name, TimerStore store, LivingShards homes) {
    /** What is said of this database, in a sentence that may stand beside those of others. */
    public String named(String said) {
        return name.isEmpty() ? said : "%s: %s".formatted(name, said);
    }
}
