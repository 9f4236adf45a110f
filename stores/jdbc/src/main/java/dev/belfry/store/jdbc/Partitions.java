package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The partitions of the tables of timers. Their number is fixed when the tables are made, and the
 * tables themselves remember it. Immutable.
 */
public final class Partitions {
    /** More only cost: plans look at each, and a shard is in one of them anyway. */
    private static final int MAX = 64;

    /** Drivers ignore what they do not know. */
    private static final Pattern PARAMETER = Pattern.compile("[?&]partitions=([^&]*)");

    private final OptionalInt wanted;

    private Partitions(OptionalInt wanted) {
        this.wanted = wanted;
    }

    /** As a URL asks for them: {@code partitions=16}, zero for none, nothing for what there is. */
    public static Partitions in(String url) {
        var found = PARAMETER.matcher(url);
        return new Partitions(
                found.find() ? OptionalInt.of(number(found.group(1))) : OptionalInt.empty());
    }

    /** How many new tables get. */
    public int count() {
        return wanted.orElse(0);
    }

    /**
     * Compares with tables that are there.
     *
     * @throws StoreException.Rejected if they have another number
     */
    public void require(int found) {
        if (wanted.orElse(found) != found) {
            throw new StoreException.Rejected(
                    "the tables have %d partitions and can not get %d: say partitions=%d, or nothing"
                            .formatted(found, wanted.getAsInt(), found));
        }
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
