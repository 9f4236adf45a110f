package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.max;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
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
import java.util.concurrent.TimeUnit;
import org.bson.BSONException;
import org.bson.conversions.Bson;

/**
 * One shard's part of a commit as one transaction. Confined to a call.
 *
 * <p>The transaction begins by raising the sequence in the shard's document, under the condition
 * that the lease is the shard's own and the sequence the next one. It must change something: a
 * claim meets a change as a conflict, and what is merely read or set to what it is does not hinder
 * it. Everything after is read and written on the same snapshot.
 *
 * <p>A transaction of which no commit was sent has changed nothing and may be begun anew. Once a
 * commit was sent, only that commit is sent again: the server knows it by its session and number
 * and applies it once. What it answers but success leaves the outcome open.
 */
final class MongoCommit {
    private static final TransactionOptions OPTIONS =
            TransactionOptions.builder()
                    .readPreference(ReadPreference.primary())
                    .readConcern(ReadConcern.SNAPSHOT)
                    .writeConcern(MongoOpening.WRITES)
                    .maxCommitTime(MongoCalls.LONGEST_READ.toMillis(), TimeUnit.MILLISECONDS)
                    .build();
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
        var patience = MongoCalls.patience();
        while (true) {
            try {
                return database.inSession(this::tryOnce);
            } catch (MongoException e) {
                if (!MongoErrors.isTransient(e) || !patience.waits()) {
                    throw MongoErrors.ofUncommitted(e);
                }
            } catch (BSONException e) {
                throw MongoErrors.ofUncommitted(e);
            }
        }
    }

    /** What fails before the end is undone when the session is closed. */
    private CommitResult tryOnce(ClientSession session) {
        session.startTransaction(OPTIONS);
        if (!fenced(session)) {
            session.abortTransaction();
            return new CommitResult.LeaseLost();
        }
        var decisions = decide(session);
        end(session);
        return new CommitResult.Committed(decisions);
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

    private List<Decision> decide(ClientSession session) {
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
        follow(session, decisions, writes);
        writes.send(session, database.shards());
        return decisions;
    }

    private void follow(ClientSession session, List<Decision> decisions, EntryWrites writes) {
        var followers = Followers.of(commit.mutations(), decisions);
        var entries = new MongoEntryReader(database.shards()).read(session, shard, followers);
        followers.stream()
                .map(
                        one ->
                                one.decide(
                                        entries.getOrDefault(one.key(), Entry.absent()),
                                        commit.mark()))
                .filter(Decision::changes)
                .forEach(writes::add);
    }

    private static void end(ClientSession session) {
        var patience = MongoCalls.patience();
        while (true) {
            try {
                session.commitTransaction();
                return;
            } catch (MongoException e) {
                if (!MongoErrors.isInDoubt(e) || !patience.waits()) {
                    throw MongoErrors.unknown(e);
                }
            }
        }
    }
}
