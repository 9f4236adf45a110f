package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.StoreException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The number of partitions that a URL asks for. */
final class Partitions {
    /** More only cost: plans look at each, and a shard is in one of them anyway. */
    private static final int MAX = 256;

    /** The driver ignores what it does not know. */
    private static final Pattern PARAMETER = Pattern.compile("[?&]partitions=([^&]*)");

    private Partitions() {}

    /** Zero for tables without; empty if the URL leaves it open. */
    static OptionalInt in(String url) {
        var found = PARAMETER.matcher(url);
        return found.find() ? OptionalInt.of(number(found.group(1))) : OptionalInt.empty();
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > MAX) {
            throw new StoreException.Rejected(
                    "partitions=%s in the store's URL is no number from 0 to %d"
                            .formatted(text, MAX));
        }
        return Integer.parseInt(text);
    }
}
