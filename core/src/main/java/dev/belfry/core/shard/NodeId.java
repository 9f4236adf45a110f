package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The name of a node; it may live many times, each life an {@link Incarnation}. */
public record NodeId(String value) implements Comparable<NodeId> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** Names of nodes, and those of marks, which no node can have. */
    public NodeId {
        require(
                ALLOWED.matcher(unmarked(value)).matches(),
                "node.id",
                "must be 1 to 64 of letters, digits, '.', '_' and '-'");
    }

    /** The name of a node that is to run. */
    public static NodeId ofNode(String value) {
        require(
                !value.startsWith(Moved.PREFIX),
                "node.id",
                "must not begin with '%s', which marks shards of other databases",
                Moved.PREFIX);
        require(
                !value.startsWith(Closed.PREFIX),
                "node.id",
                "must not begin with '%s', which marks shards of deleted groups",
                Closed.PREFIX);
        for (var prefix : List.of(Arriving.INCOMING, Arriving.SEALED)) {
            require(
                    !value.startsWith(prefix),
                    "node.id",
                    "must not begin with '%s', which marks shards that are being moved",
                    prefix);
        }
        return new NodeId(value);
    }

    private static String unmarked(String value) {
        return Stream.of(Moved.PREFIX, Closed.PREFIX, Arriving.INCOMING, Arriving.SEALED)
                .filter(value::startsWith)
                .findFirst()
                .map(prefix -> value.substring(prefix.length()))
                .orElse(value);
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
