package dev.belfry.store.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Lists of parameters in few sizes. A statement is prepared anew for every other number of
 * parameters, so lists are filled up to the next power of two with something that changes nothing;
 * and they are cut where a database begins to refuse. Arrays are whole, whatever their length.
 */
final class Chunks {
    private Chunks() {}

    static <T> List<List<T>> of(Collection<T> elements, T filler, Dialect dialect) {
        return switch (dialect.lists()) {
            case PARAMETERS -> cut(List.copyOf(elements), filler, dialect.longestList());
            case ARRAYS -> elements.isEmpty() ? List.of() : List.of(List.copyOf(elements));
        };
    }

    /** Lists of at most this many elements, a power of two. */
    static <T> List<List<T>> cut(List<T> all, T filler, int longest) {
        var chunks = new ArrayList<List<T>>();
        for (int from = 0; from < all.size(); from += longest) {
            chunks.add(filledUp(all.subList(from, Math.min(all.size(), from + longest)), filler));
        }
        return chunks;
    }

    private static <T> List<T> filledUp(List<T> elements, T filler) {
        var filled = new ArrayList<>(elements);
        int size = Integer.highestOneBit(2 * elements.size() - 1);
        filled.addAll(Collections.nCopies(size - elements.size(), filler));
        return filled;
    }
}
