package dev.belfry.server;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.GroupWatch;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.StoreConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The groups of the configuration, which each start writes down if they are not there. */
final class GroupDeclarations {
    private static final Logger LOG = LoggerFactory.getLogger(GroupDeclarations.class);

    private final List<GroupDefinition> declared;
    private final boolean isEnforced;
    private final TimerStore store;
    private final GroupWatch watch;

    GroupDeclarations(Configuration configuration, TimerStore store, GroupWatch watch) {
        this.declared =
                configuration.groups().entrySet().stream()
                        .map(it -> it.getValue().toDefinition(it.getKey()))
                        .toList();
        this.isEnforced =
                configuration.store().declaredGroups() == StoreConfig.DeclaredGroups.ENFORCE;
        this.store = store;
        this.watch = watch;
    }

    /** Several nodes may do so at once: what another has written holds. */
    void declare() {
        var there =
                watch.all().stream()
                        .collect(Collectors.toMap(StoredGroup::id, Function.identity()));
        var otherwise = new TreeSet<String>();
        for (var definition : declared) {
            var stored = present(definition, there);
            if (stored.isPresent() && !agrees(stored.get(), definition)) {
                otherwise.add(definition.id().value());
            }
        }
        if (!otherwise.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("groups", otherwise)
                    .log("the store has other settings of groups than the configuration: its hold");
        }
    }

    /** Timers of a group that only a former configuration knew are kept, but nobody fires them. */
    void warnOfForgotten() {
        var shardCounts = new TreeMap<GroupId, Integer>(Comparator.comparing(GroupId::value));
        shardCounts.putAll(store.leases().shardCounts());
        watch.all().forEach(group -> shardCounts.remove(group.id()));
        var forgotten = new TreeMap<String, Integer>();
        store.leases().shards(shardCounts.keySet()).stream()
                .filter(row -> !row.isMarked())
                .map(row -> row.shard().group())
                .forEach(group -> forgotten.put(group.value(), shardCounts.get(group)));
        if (!forgotten.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("groups", forgotten)
                    .log(
                            "the store has shards of groups that are not there: make these groups with"
                                    + " as many shards, or their timers do not fire");
        }
    }

    /** Groups that another node's configuration knows, or a former one knew. */
    void warnOfHomeless(Configuration configuration) {
        var homeless =
                watch.all().stream()
                        .map(StoredGroup::id)
                        .filter(group -> !configuration.route().knows(group))
                        .toList();
        if (!configuration.store().databases().isEmpty() && !homeless.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("groups", homeless)
                    .log(
                            "the configuration gives groups of the store no database: this node does"
                                    + " not serve them");
        }
    }

    private Optional<StoredGroup> present(
            GroupDefinition definition, Map<GroupId, StoredGroup> there) {
        return Optional.ofNullable(there.get(definition.id()))
                .or(() -> watch.create(definition))
                .or(() -> store.catalog().find(definition.id()));
    }

    /** The shards of a group are those it was made with, whatever is declared later. */
    private boolean agrees(StoredGroup stored, GroupDefinition declared) {
        if (stored.phase().isDeleting()) {
            return false;
        }
        var wanted = declared.withShards(stored.group().shardCount());
        boolean holds =
                stored.definition().equals(wanted)
                        || (isEnforced && watch.change(stored, wanted).isPresent());
        return holds && wanted.equals(declared);
    }
}
