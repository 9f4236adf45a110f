package dev.belfry.store.routed;

import dev.belfry.core.store.ShardRow;
import java.util.OptionalLong;

/**
 * The database that a shard lives in.
 *
 * @param seal by which it has arrived there, if nobody was seen to have taken it yet
 */
record Home(String database, OptionalLong seal) {
    /** Whether a row is the arrival that was seen to count. */
    boolean isOpening(ShardRow row) {
        return row.arriving()
                .filter(arriving -> arriving.isSealed())
                .filter(arriving -> seal.equals(OptionalLong.of(arriving.seal())))
                .isPresent();
    }
}
