package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Claims and releases, each one conditional write of a shard's item. Thread-safe. */
final class DynamoLeases implements ShardLeases {
    /** The list of a release stays until the first commit, so that a repeated claim can show it. */
    private static final String CLAIM =
            "SET #version = :next, #token = :token, #sequence = :none, #owner_node = :node,"
                    + " #life = :life, #mark = if_not_exists(#mark, :earliest)";

    private static final String AS_SEEN = "#version = :seen AND #token = :seen_token";
    private static final String NEVER_CLAIMED = "attribute_not_exists(#version)";

    private static final String RELEASE =
            "SET #version = :next, #token = :none, #handed_over = :list,"
                    + " #handed_version = :next, #mark = :mark"
                    + " REMOVE #sequence, #owner_node, #life";

    private static final String RELEASE_WITHOUT_MARK = RELEASE.replace(", #mark = :mark", "");
    private static final String HELD = "#version = :version AND #token = :token";
    private static final String HELD_BELOW_MARK = HELD + " AND #mark <= :mark";

    private final DynamoTable table;
    private final DynamoGroups groups;

    DynamoLeases(DynamoTable table, DynamoGroups groups) {
        this.table = table;
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
        return groups.shards(group);
    }

    @Override
    public List<ClaimResult> claim(List<Claim> claims) {
        claims.forEach(claim -> groups.known().known(claim.shard()));
        return Calls.PARALLEL.write(claims, this::claim, ClaimResult.Claimed.class::isInstance);
    }

    @Override
    public void release(List<Release> releases) {
        releases.forEach(release -> groups.known().known(release.lease().shard()));
        Calls.PARALLEL.write(releases, this::release, wasHeld -> wasHeld);
    }

    /**
     * Claims a shard. A copy that finds the claim's own token has found its own work: only then,
     * after a doubt, a failed condition is a success.
     */
    private ClaimResult claim(Claim claim) {
        var sending = table.calls().write();
        try {
            var request = claimRequest(claim);
            var answer = sending.send(client -> client.updateItem(request));
            return claimed(claim, ShardItem.of(claim.shard(), new Item(answer.attributes())));
        } catch (ConditionalCheckFailedException e) {
            var current = ShardItem.of(claim.shard(), new Item(e.item()));
            return sending.inDoubt() && current.row().isHeldUnder(claim.lease())
                    ? claimed(claim, current)
                    : new ClaimResult.Refused(current.row());
        }
    }

    private static ClaimResult claimed(Claim claim, ShardItem item) {
        return new ClaimResult.Claimed(
                claim.lease(), item.mark(), item.handedOverAt(claim.seenEpoch()));
    }

    private UpdateItemRequest claimRequest(Claim claim) {
        boolean isFirst = claim.seenEpoch().equals(Epoch.ZERO) && claim.seenToken() == 0;
        var condition = isFirst ? NEVER_CLAIMED : AS_SEEN;
        var values =
                new ItemWriter()
                        .number(":next", claim.lease().epoch().value())
                        .number(":token", claim.token())
                        .number(":none", 0)
                        .text(":node", claim.owner().node().value())
                        .number(":life", claim.owner().life())
                        .instant(":earliest", Instants.EARLIEST);
        if (!isFirst) {
            values.number(":seen", claim.seenEpoch().value())
                    .number(":seen_token", claim.seenToken());
        }
        return request(ItemKey.of(claim.shard()), CLAIM, condition, values);
    }

    /**
     * Releases a shard and says whether it was held. The copy of a release finds that the lease is
     * lost, which is no error.
     */
    private boolean release(Release release) {
        var sending = table.calls().write();
        try {
            send(sending, release, true);
            return true;
        } catch (ConditionalCheckFailedException e) {
            var current = ShardItem.of(release.lease().shard(), new Item(e.item()));
            return current.row().isHeldUnder(release.lease())
                    && releaseBelowTheStoredMark(sending, release);
        }
    }

    private boolean releaseBelowTheStoredMark(DynamoSending sending, Release release) {
        try {
            send(sending, release, false);
            return true;
        } catch (ConditionalCheckFailedException _) {
            return false;
        }
    }

    private void send(DynamoSending sending, Release release, boolean withMark) {
        var lease = release.lease();
        var values =
                new ItemWriter()
                        .number(":version", lease.epoch().value())
                        .number(":token", lease.token())
                        .number(":next", lease.epoch().next().value())
                        .number(":none", 0)
                        .text(":list", AttemptUnderWay.toText(release.underWay()));
        if (withMark) {
            values.instant(":mark", release.mark());
        }
        var request =
                request(
                        ItemKey.of(lease.shard()),
                        withMark ? RELEASE : RELEASE_WITHOUT_MARK,
                        withMark ? HELD_BELOW_MARK : HELD,
                        values);
        sending.send(client -> client.updateItem(request));
    }

    private UpdateItemRequest request(
            ItemKey key, String update, String condition, ItemWriter values) {
        return UpdateItemRequest.builder()
                .tableName(table.name())
                .key(key.attributes())
                .updateExpression(update)
                .conditionExpression(condition)
                .expressionAttributeNames(Expressions.names(update, condition))
                .expressionAttributeValues(values.attributes())
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }
}
