package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.timer.TimerUuid;
import java.sql.SQLException;

/** The name of a timer in the tables. */
record EntryKey(ShardKey shard, TimerUuid uuid) {
    /** Of no timer. */
    static final EntryKey NONE = new EntryKey(ShardKey.NONE, TimerUuid.MIN);

    static EntryKey of(ShardKey shard, Mutation mutation) {
        return new EntryKey(shard, uuidOf(mutation));
    }

    /** The uuid follows from the key; those that carry it save its computation. */
    private static TimerUuid uuidOf(Mutation mutation) {
        return switch (mutation) {
            case Create create -> create.uuid();
            case Put put -> put.uuid();
            case Settle settle -> settle.timer().uuid();
            default -> TimerUuid.of(mutation.key());
        };
    }

    void bind(Parameters parameters) throws SQLException {
        parameters.number(shard.value()).uuid(uuid);
    }
}
