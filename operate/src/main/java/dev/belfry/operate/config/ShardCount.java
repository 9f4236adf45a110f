package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import java.util.regex.Pattern;

/** Into how many shards a group is cut: a number, or one of four presets. */
public record ShardCount(int value) {
    static final String FORM =
            "small (16), medium (256), large (1024), xlarge (4096) or a number from 1 to 65536";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

    static ShardCount parse(String text, String key) {
        return new ShardCount(
                switch (text) {
                    case "small" -> Group.SMALL;
                    case "medium" -> Group.MEDIUM;
                    case "large" -> Group.LARGE;
                    case "xlarge" -> Group.XLARGE;
                    default -> number(text, key);
                });
    }

    private static int number(String text, String key) {
        require(NUMBER.matcher(text).matches(), key, "is not %s: '%s'", FORM, text);
        return Integer.parseInt(text);
    }
}
