package dev.belfry.store.mongodb;

import com.mongodb.client.model.Sorts;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import java.util.List;

/** Kept timers, the latest settled first. Immutable. */
final class KeptTimers {
    private final Database database;

    KeptTimers(Database database) {
        this.database = database;
    }

    List<KeptTimer> latest(Group group, KeptQuery query) {
        var range =
                Places.between(
                        Fields.KEPT,
                        Keys.kept(group.id(), query.state(), Position.START),
                        Keys.kept(group.id(), query.state(), query.before()));
        return database
                .list(
                        database.shards(),
                        range,
                        it ->
                                it.sort(Sorts.descending(Fields.KEPT))
                                        .hint(Schema.BY_KEPT)
                                        .limit(query.limit()))
                .stream()
                .map(document -> TimerDocuments.kept(document, group.id()))
                .toList();
    }
}
