package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/** The name of a group of timers; a group is a tenant with its own shards. */
public record GroupId(String value) {
    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9._-]{1,64}");

    public static final GroupId DEFAULT = new GroupId("default");

    public GroupId {
        require(
                ALLOWED.matcher(value).matches(),
                "groupId",
                "must be 1 to 64 of a-z, 0-9, '.', '_' and '-'");
        require(!value.equals(".") && !value.equals(".."), "groupId", "must not be '.' or '..'");
    }

    @Override
    public String toString() {
        return value;
    }
}
