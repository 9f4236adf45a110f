package dev.belfry.store.cassandra;

import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.PositionOrder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a range of positions in strides. Confined to a call.
 *
 * <p>The server gives up a read that meets more tombstones than it is set to, and timers that were
 * deleted ahead of their time, or have expired, leave theirs anywhere. So a stride that is given up
 * is tried again shorter; those that follow it are longer again. The first is the whole range,
 * which is usually all.
 */
final class Strides<T> {
    /** By how many bits a stride is shorter than one that was refused right after another. */
    private static final int MUCH_SHORTER = 3;

    private final PositionOrder order;
    private final Reader<T> reader;
    private Optional<BigInteger> length = Optional.empty();

    /** How many went well since one was refused. */
    private int inARow;

    private int tries;

    /** Reads the first rows of a range. */
    @FunctionalInterface
    interface Reader<T> {
        List<T> read(PositionRange range, int rows);
    }

    /**
     * What was found.
     *
     * @param rest not looked at, unless so many were found as were asked for
     */
    record Stride<T>(List<T> found, PositionRange rest) {}

    Strides(PositionOrder order, Reader<T> reader) {
        this.order = order;
        this.reader = reader;
    }

    /** As many as were asked for, or all there are. */
    List<T> first(PositionRange range, int rows) {
        var found = new ArrayList<T>();
        var rest = range;
        while (found.size() < rows && !isEmpty(rest)) {
            var stride = next(rest, rows - found.size());
            found.addAll(stride.found());
            rest = stride.rest();
        }
        return found;
    }

    /** Rows at the beginning of a range, by the longest stride that the server allows. */
    Stride<T> next(PositionRange range, int rows) {
        while (true) {
            var part = length.map(some -> Positions.beginning(order, range, some)).orElse(range);
            try {
                var stride =
                        new Stride<>(reader.read(part, rows), Positions.behind(order, part, range));
                length.ifPresent(this::lengthen);
                return stride;
            } catch (StoreException.Unavailable e) {
                if (!CqlErrors.isGivenUp(e)) {
                    throw e;
                }
                shorten(part, e);
            }
        }
    }

    /** More and more, but not at once: what has just been refused would be again. */
    private void lengthen(BigInteger some) {
        length = Optional.of(some.shiftLeft(inARow));
        inARow++;
        tries++;
    }

    private void shorten(PositionRange part, StoreException.Unavailable reason) {
        int bits = inARow == 0 ? MUCH_SHORTER : Math.max(1, inARow - 1);
        var shorter = Positions.length(part).shiftRight(bits);
        if (shorter.signum() == 0) {
            throw reason;
        }
        length = Optional.of(shorter);
        inARow = 0;
        tries++;
    }

    /** How many reads were refused, or were not the whole range. */
    int tries() {
        return tries;
    }

    static boolean isEmpty(PositionRange range) {
        return !range.fromInclusive().isBefore(range.untilExclusive());
    }
}
