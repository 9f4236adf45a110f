package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.store.StoreAccess;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/** Which databases hold the timers. */
public record StoreConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Database that holds the timers, such as sqlite:/path/belfry.db or"
                                        + " jdbc:postgresql://host/database?user=belfry&password=secret;"
                                        + " left out, it is an SQLite file in data.dir.")
                Optional<Secret> url,
        @Setting(
                        fallback = "",
                        says =
                                "One of several databases, under a name of its own; in place of"
                                        + " store.url when one server is not enough. The shards of each"
                                        + " group are given to them by groups.<group>.databases.")
                SequencedMap<String, Secret> databases,
        @Setting(
                        fallback = "16",
                        says =
                                "Connections that this server opens to each SQL server at most, 8 to"
                                        + " 200: six of sixteen read, the others write. A database that"
                                        + " allows few needs fewer, one with many cores may work on"
                                        + " more at a time.")
                int connections,
        @Setting(
                        fallback = "always",
                        says =
                                "always creates and upgrades the schema at the start; never starts only"
                                        + " if it is there and new enough, and leaves it to its owner:"
                                        + " belfry schema apply.")
                Migrate migrate,
        @Setting(
                        fallback = "create",
                        says =
                                "What the groups of the configuration are for: create makes those that"
                                        + " are not there, and leaves later changes to the API; enforce"
                                        + " also gives those that are there the settings of the"
                                        + " configuration at each start.")
                DeclaredGroups declaredGroups,
        @Setting(
                        fallback = "0",
                        says =
                                "A timer of a group that is not there makes it, with the usual"
                                        + " settings, as long as there are fewer groups than this;"
                                        + " with 0 it gets a 404, and groups are made by those who"
                                        + " administer them.")
                int groupsOnFirstUse) {
    /** With so many there are, calls and timers make no more; twice as many as were tried. */
    public static final int MOST_GROUPS = 20_000;

    /** Who makes the schema. */
    public enum Migrate {
        ALWAYS,
        NEVER
    }

    /** What becomes of declared groups that are there already. */
    public enum DeclaredGroups {
        CREATE,
        ENFORCE
    }

    public StoreConfig {
        StoreAccess.requireUseful(connections);
        require(
                groupsOnFirstUse >= 0 && groupsOnFirstUse <= MOST_GROUPS,
                "store.groupsOnFirstUse",
                "must be 0 to %d",
                MOST_GROUPS);
        require(
                groupsOnFirstUse == 0 || databases.isEmpty(),
                "store.groupsOnFirstUse",
                "must be 0 with store.databases: which of them hold the shards of a group is said"
                        + " by the configuration alone");
        databases = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(databases));
    }

    /** The URL in force; it may hold a password. */
    public Secret urlOr(DataConfig data) {
        return url.orElseGet(() -> new Secret("sqlite:" + data.dir().resolve("belfry.db")));
    }
}
