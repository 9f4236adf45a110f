package dev.belfry.core.store;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/** What some records are about. Those of one kind lie together, and are written one by one. */
public record RecordKind(String name) {
    private static final Pattern ALLOWED = Pattern.compile("[a-z-]{1,32}");

    public RecordKind {
        require(ALLOWED.matcher(name).matches(), "kind", "must be 1 to 32 of a-z and '-'");
    }

    public RecordKey key(String id) {
        return new RecordKey(this, id);
    }

    @Override
    public String toString() {
        return name;
    }
}
