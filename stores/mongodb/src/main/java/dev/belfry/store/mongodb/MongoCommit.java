package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.max;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.client.ClientSession;
import com.mongodb.client.model.UpdateOptions;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;

/**
 * One shard's part of a commit as one transaction. Confined to a call.
 *
 * <p>The transaction begins by raising the sequence in the shard's document, under the condition
 * that the lease is the shard's own and the sequence the next one. It must change something: a
 * claim meets a change as a conflict, and what is merely read or set to what it is does not hinder
 * it. Everything after is read and written on the same snapshot.
 */
final class MongoCommit {
    private static final UpdateOptions IN_PLACE = new UpdateOptions().hint(MongoSchema.CLUSTERED);

    private final MongoCalls database;
    private final ShardCommit commit;
    private final ShardId shard;

    MongoCommit(MongoCalls database, ShardCommit commit) {
        this.database = database;
        this.commit = commit;
        this.shard = commit.lease().shard();
    }

    CommitResult apply() {
        return new MongoTransaction<>(database, this::applied).run();
    }

    private CommitResult applied(ClientSession session) {
        if (!fenced(session)) {
            session.abortTransaction();
            return new CommitResult.LeaseLost();
        }
        return decide(session);
    }

    private boolean fenced(ClientSession session) {
        var lease = commit.lease();
        var held =
                and(
                        MongoLeases.itself(shard),
                        eq(MongoFields.VERSION, lease.epoch().value()),
                        eq(MongoFields.TOKEN, lease.token()),
                        eq(MongoFields.SEQUENCE, commit.sequence() - 1));
        return database.shards().updateOne(session, held, raise(), IN_PLACE).getMatchedCount() == 1;
    }

    /** The first commit puts the list of the last release away, which is long. */
    private Bson raise() {
        var updates = new ArrayList<Bson>();
        updates.add(inc(MongoFields.SEQUENCE, 1L));
        if (commit.storeMark()) {
            updates.add(max(MongoFields.MARK, TimerDocuments.instant(commit.mark())));
        }
        if (commit.sequence() == 1) {
            updates.add(unset(MongoFields.HANDED_OVER));
            updates.add(unset(MongoFields.HANDED_VERSION));
        }
        return combine(updates);
    }

    private CommitResult decide(ClientSession session) {
        var mutations = commit.mutations();
        var entries = new MongoEntryReader(database.shards()).read(session, shard, mutations);
        var decisions = new ArrayList<Decision>(mutations.size());
        var writes = new EntryWrites(shard);
        for (var mutation : mutations) {
            var before = entries.getOrDefault(mutation.key(), Entry.absent());
            var decision = mutation.decide(before, commit.mark());
            if (decision.changes()) {
                writes.add(decision);
            }
            decisions.add(decision);
        }
        var followed = follow(session, decisions);
        followed.stream().filter(Decision::changes).forEach(writes::add);
        writes.send(session, database.shards());
        return new CommitResult.Committed(decisions, followed);
    }

    private List<Decision> follow(ClientSession session, List<Decision> decisions) {
        var followers = Followers.of(commit.mutations(), decisions);
        var entries = new MongoEntryReader(database.shards()).read(session, shard, followers);
        return followers.stream()
                .map(
                        one ->
                                one.decide(
                                        entries.getOrDefault(one.key(), Entry.absent()),
                                        commit.mark()))
                .toList();
    }
}
