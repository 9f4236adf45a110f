package dev.belfry.core.store;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/**
 * The name of a record.
 *
 * @param id among the records of its kind; of plain characters, which all databases put in the same
 *     order
 */
public record RecordKey(RecordKind kind, String id) {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:/-]{1,200}");

    public RecordKey {
        require(
                ALLOWED.matcher(id).matches(),
                "id",
                "must be 1 to 200 of A-Z, a-z, 0-9, '.', '_', ':', '/' and '-'");
    }

    @Override
    public String toString() {
        return kind + " " + id;
    }
}
