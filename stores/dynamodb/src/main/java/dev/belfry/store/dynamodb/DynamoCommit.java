package dev.belfry.store.dynamodb;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.store.common.StoredKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * One shard's part of a commit as one transaction. Confined to a call.
 *
 * <p>The transaction starts with the shard's item: the lease must be the shard's own and the
 * sequence the next one, which it raises. Whatever was read before counts as read under the fence
 * if that passes, because every commit raises the sequence and every claim the version.
 *
 * <p>Most entries need not be read. A create expects nothing, a settlement the very timer it was
 * worked out from; the transaction carries these guesses as conditions. If one is wrong, everything
 * is read and sent again without guesses.
 */
final class DynamoCommit {
    private final DynamoTable table;
    private final ShardCommit commit;
    private final ShardId shard;
    private final CommitItems items;
    private final DynamoSending sending;
    private boolean guessing = true;
    private boolean storingMark;

    DynamoCommit(DynamoTable table, ShardCommit commit) {
        this.table = table;
        this.commit = commit;
        this.shard = commit.lease().shard();
        this.items = new CommitItems(table.name(), commit);
        this.sending = table.calls().write();
        this.storingMark = commit.storeMark();
    }

    CommitResult apply() {
        var result = Optional.<CommitResult>empty();
        while (result.isEmpty()) {
            result = tryOnce();
        }
        return result.get();
    }

    /** Empty if what is known now makes another transaction necessary. */
    private Optional<CommitResult> tryOnce() {
        var guesses = guesses();
        var before = sending.reading(() -> read(commit.mutations(), guesses));
        before.putAll(guesses);
        var decisions = new ArrayList<Decision>(commit.mutations().size());
        var writes = new ArrayList<TransactWriteItem>(commit.mutations().size() + 1);
        writes.add(items.fence(storingMark));
        for (var mutation : commit.mutations()) {
            var decision =
                    mutation.decide(
                            before.getOrDefault(mutation.key(), Entry.absent()), commit.mark());
            decisions.add(decision);
            items.write(mutation, decision, guesses.containsKey(mutation.key()))
                    .ifPresent(writes::add);
        }
        var followed = follow(decisions, writes);
        try {
            sending.transact(writes);
            return Optional.of(new CommitResult.Committed(decisions, followed));
        } catch (TransactionCanceledException e) {
            return afterFailedCondition(e);
        }
    }

    private List<Decision> follow(List<Decision> decisions, List<TransactWriteItem> writes) {
        var followers = Followers.of(commit.mutations(), decisions);
        if (followers.isEmpty()) {
            return List.of();
        }
        var before = sending.reading(() -> read(followers, Map.of()));
        var followed = new ArrayList<Decision>(followers.size());
        for (var follower : followers) {
            var entry = before.getOrDefault(follower.key(), Entry.absent());
            var decision = follower.decide(entry, commit.mark());
            items.write(follower, decision, false).ifPresent(writes::add);
            followed.add(decision);
        }
        return followed;
    }

    private Optional<CommitResult> afterFailedCondition(TransactionCanceledException e) {
        var fence = e.cancellationReasons().getFirst();
        if (!DynamoSending.CONDITION_FAILED.equals(fence.code())) {
            guessing = false;
            return Optional.empty();
        }
        var current = ShardItem.of(shard, new Item(fence.item()));
        boolean isHeld = current.row().isHeldUnder(commit.lease());
        if (storingMark && isHeld && current.sequence() == commit.sequence() - 1) {
            // A stored mark never falls.
            storingMark = false;
            return Optional.empty();
        }
        if (sending.inDoubt() && isHeld && current.sequence() == commit.sequence()) {
            throw new StoreException.OutcomeUnknown(
                    "a copy of the commit may be what raised the sequence", e);
        }
        return Optional.of(new CommitResult.LeaseLost());
    }

    private Map<TimerKey, Entry> guesses() {
        var guesses = new HashMap<TimerKey, Entry>();
        if (guessing) {
            commit.mutations()
                    .forEach(one -> guess(one).ifPresent(entry -> guesses.put(one.key(), entry)));
        }
        return guesses;
    }

    private static Optional<Entry> guess(Mutation mutation) {
        return mutation instanceof Create
                ? Optional.of(Entry.absent())
                : mutation.expected().map(Entry.Pending::new);
    }

    /** Entries of the mutations that are not guessed about. */
    private Map<TimerKey, Entry> read(List<Mutation> mutations, Map<TimerKey, Entry> guesses) {
        var open = mutations.stream().filter(one -> !guesses.containsKey(one.key())).toList();
        var found = table.get(open.stream().map(one -> ItemKey.of(shard, one)).toList());
        var entries = new HashMap<TimerKey, Entry>();
        for (var mutation : open) {
            var item = found.getOrDefault(ItemKey.of(shard, mutation), new Item(Map.of()));
            var entry = TimerItems.entry(item, shard.group());
            StoredKey.requireSame(mutation.key(), entry);
            entries.put(mutation.key(), entry);
        }
        return entries;
    }
}
