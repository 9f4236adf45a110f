package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/** The name of a node; it may live many times, each life an {@link Incarnation}. */
public record NodeId(String value) implements Comparable<NodeId> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public NodeId {
        require(
                ALLOWED.matcher(value).matches(),
                "node.id",
                "must be 1 to 64 of letters, digits, '.', '_' and '-'");
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
