package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.max;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Claims and releases, each one conditional write of a shard's document. Thread-safe. */
final class MongoLeases implements ShardLeases {
    /**
     * How long a copy of a claim waits for a transaction that has changed the shard. It waits again
     * with the next copy; a server that is set as Belfry asks ends the transaction before long.
     */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** No timer has it: theirs have a version. */
    private static final BsonBinary NO_UUID = Keys.uuid(TimerUuid.MIN);

    private final MongoCalls database;
    private final MongoGroups groups;

    MongoLeases(MongoCalls database, MongoGroups groups) {
        this.database = database;
        this.groups = groups;
    }

    @Override
    public Map<GroupId, Integer> shardCounts() {
        return groups.shardCounts();
    }

    @Override
    public void openGroup(Group group) {
        groups.open(group);
    }

    @Override
    public List<ShardRow> shards(GroupId group) {
        return rows(groups.known().shards(group));
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        claims.forEach(claim -> groups.known().known(claim.shard()));
        return MongoCalls.PARALLEL.write(
                claims, this::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        releases.forEach(release -> groups.known().known(release.lease().shard()));
        MongoCalls.PARALLEL.write(releases, this::release, wasHeld -> wasHeld);
    }

    /** How shards of a group stand, in order. */
    private List<ShardRow> rows(List<ShardId> shards) {
        var names = shards.stream().map(Keys::name).toList();
        var found =
                database
                        .list(
                                database.shards(),
                                and(in(MongoFields.SHARD, names), eq(MongoFields.UUID, NO_UUID)),
                                it -> it.hint(MongoSchema.BY_UUID))
                        .stream()
                        .collect(
                                Collectors.toMap(
                                        document ->
                                                document.getString(MongoFields.SHARD).getValue(),
                                        Function.identity()));
        return shards.stream()
                .map(shard -> standing(shard, Optional.ofNullable(found.get(Keys.name(shard)))))
                .map(ShardDocument::row)
                .toList();
    }

    /**
     * Claims a shard. A copy that finds the claim's own token has found its own work: only then,
     * after a doubt, a failed condition is a success.
     */
    private ClaimResult claim(Claim claim) {
        var write = new ConditionalWrite();
        return write.until(
                () -> {
                    var after = database.write(session -> claimed(session, claim));
                    return after.isPresent()
                            ? after.map(document -> success(claim, document))
                            : refusal(claim, write.inDoubt());
                });
    }

    private Optional<ShardDocument> claimed(ClientSession session, Claim claim) {
        var owner = claim.owner();
        boolean isFirst = claim.seenEpoch().equals(Epoch.ZERO) && claim.seenToken() == 0;
        var update =
                combine(
                        set(MongoFields.VERSION, claim.lease().epoch().value()),
                        set(MongoFields.TOKEN, claim.token()),
                        set(MongoFields.SEQUENCE, 0L),
                        set(MongoFields.OWNER, owner.node().value()),
                        set(MongoFields.LIFE, owner.life()),
                        setOnInsert(MongoFields.UUID, NO_UUID),
                        setOnInsert(MongoFields.MARK, TimerDocuments.instant(Instants.EARLIEST)));
        var condition =
                isFirst
                        ? exists(MongoFields.VERSION, false)
                        : standsAt(claim.seenEpoch(), claim.seenToken());
        return changed(session, claim.shard(), condition, update, isFirst);
    }

    private static ClaimResult success(Claim claim, ShardDocument document) {
        return new ClaimResult.Claimed(
                claim.lease(), document.row().mark(), document.handedOverAt(claim.seenEpoch()));
    }

    /** Nothing yet if the shard is shown as it was: a change of it is on its way to be safe. */
    private Optional<ClaimResult> refusal(Claim claim, boolean inDoubt) {
        var current = read(claim.shard());
        var row = current.row();
        if (inDoubt && row.isHeldUnder(claim.lease())) {
            return Optional.of(success(claim, current));
        }
        boolean isAsSeen =
                row.epoch().equals(claim.seenEpoch()) && row.token() == claim.seenToken();
        return isAsSeen ? Optional.empty() : Optional.of(new ClaimResult.Refused(row));
    }

    /** Releases a shard and says whether it was held. A copy finds it released, which is fine. */
    private boolean release(Release release) {
        return new ConditionalWrite()
                .until(
                        () ->
                                database.write(session -> released(session, release)).isPresent()
                                        ? Optional.of(true)
                                        : wasLost(release.lease()));
    }

    private Optional<ShardDocument> released(ClientSession session, Release release) {
        var lease = release.lease();
        var next = lease.epoch().next().value();
        var update =
                combine(
                        set(MongoFields.VERSION, next),
                        set(MongoFields.TOKEN, 0L),
                        unset(MongoFields.OWNER),
                        unset(MongoFields.LIFE),
                        max(MongoFields.MARK, TimerDocuments.instant(release.mark())),
                        set(MongoFields.HANDED_OVER, AttemptUnderWay.toText(release.underWay())),
                        set(MongoFields.HANDED_VERSION, next));
        return changed(
                session, lease.shard(), standsAt(lease.epoch(), lease.token()), update, false);
    }

    private Optional<Boolean> wasLost(Lease lease) {
        return read(lease.shard()).row().isHeldUnder(lease) ? Optional.empty() : Optional.of(false);
    }

    private static Bson standsAt(Epoch epoch, long token) {
        return and(eq(MongoFields.VERSION, epoch.value()), eq(MongoFields.TOKEN, token));
    }

    /** The document after the change; empty if the condition did not hold. */
    private Optional<ShardDocument> changed(
            ClientSession session, ShardId shard, Bson condition, Bson update, boolean insert) {
        var options =
                new FindOneAndUpdateOptions()
                        .returnDocument(ReturnDocument.AFTER)
                        .upsert(insert)
                        .hint(MongoSchema.CLUSTERED)
                        .maxTime(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return Optional.ofNullable(
                            database.shards()
                                    .findOneAndUpdate(
                                            session,
                                            and(itself(shard), condition),
                                            update,
                                            options))
                    .map(document -> ShardDocument.of(shard, document));
        } catch (MongoException e) {
            if (MongoErrors.isDuplicateKey(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private ShardDocument read(ShardId shard) {
        var found =
                database.list(
                        database.shards(), itself(shard), it -> it.hint(MongoSchema.CLUSTERED));
        return standing(shard, found.stream().findFirst());
    }

    /** The name beside the key lets a sharded cluster know where to look. */
    static Bson itself(ShardId shard) {
        return and(eq(MongoFields.ID, Keys.shard(shard)), eq(MongoFields.SHARD, Keys.name(shard)));
    }

    private static ShardDocument standing(ShardId shard, Optional<BsonDocument> found) {
        return found.map(document -> ShardDocument.of(shard, document))
                .orElseGet(() -> ShardDocument.unclaimed(shard));
    }
}
