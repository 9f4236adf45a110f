package dev.belfry.store.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Lists of parameters in few sizes. A statement is prepared anew for every other number of
 * parameters, so lists are filled up to the next power of two with something that leads nowhere;
 * and they are cut where databases begin to refuse. Arrays are whole, whatever their length.
 */
final class Chunks {
    /** Two parameters each stay below the 2,100 of the most modest database. */
    static final int MAX = 1_024;

    private Chunks() {}

    static <T> List<List<T>> of(Collection<T> elements, T nothing, Dialect.Lists lists) {
        return switch (lists) {
            case PARAMETERS -> cut(List.copyOf(elements), nothing, MAX);
            case ARRAYS -> elements.isEmpty() ? List.of() : List.of(List.copyOf(elements));
        };
    }

    /** Lists of at most this many parameters, a power of two. */
    static <T> List<List<T>> cut(List<T> all, T nothing, int max) {
        var chunks = new ArrayList<List<T>>();
        for (int from = 0; from < all.size(); from += max) {
            chunks.add(filledUp(all.subList(from, Math.min(all.size(), from + max)), nothing));
        }
        return chunks;
    }

    private static <T> List<T> filledUp(List<T> elements, T nothing) {
        var filled = new ArrayList<>(elements);
        int size = Integer.highestOneBit(2 * elements.size() - 1);
        filled.addAll(Collections.nCopies(size - elements.size(), nothing));
        return filled;
    }
}
