package dev.belfry.core.store;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Empties and forgets a group in a deleting phase, step by step. Calls block. Confined to one
 * thread at a time.
 *
 * <p>All shards are closed first, each by a claim from a row that was read before the group's
 * record was seen to stand as before. Whoever makes the name anew raises the epochs ({@link
 * GroupRevival}), so that a claim of a remover that stood still meanwhile is refused, and all that
 * it sends under an older lease with it. A closed shard is opened again only after the record says
 * that the group serves. So when all shards are seen to be held by one remover which had found each
 * of them empty under the same lease, the group is empty and stays so, and the record may go.
 *
 * <p>Nothing but the record tells how far it came: it can be interrupted after every call, and
 * another remover goes on. Two at once do no harm, and the one from whom shards are taken waits
 * longer.
 */
public final class GroupRemoval {
    /** Empty shards looked at in one step. */
    private static final int LOOKS = 64;

    /** Kept timers in one step, whose payloads are read too. */
    private static final int KEPT_PAGE = 250;

    private static final int RECORDS = 1_000;
    private static final int MOST_PATIENCE = 10_000;

    private final TimerStore store;
    private final StoredGroup seen;
    private final List<RecordKind> kinds;
    private final RandomGenerator random;
    private final ClosedShards shards;
    private final SequencedSet<ShardId> full = new LinkedHashSet<>();
    private final Deque<TimerState> keptStates = new ArrayDeque<>();
    private Stage stage = Stage.CLOSE;
    private Position from = Position.START;
    private Position before = Position.END;
    private int patience;
    private int waited;

    /** What a step came to. */
    public enum Progress {
        UNDER_WAY,
        /** The group is gone. */
        REMOVED,
        /** It serves: it held a timer and was to go only if it held none, or it was made anew. */
        SERVES,
        /** Its record is another one, and it is still to go: begin anew with that. */
        CHANGED
    }

    private enum Stage {
        CLOSE,
        EMPTY,
        /** Are all still held that were found empty? From then on no timer can come. */
        SEAL,
        FORGET_KEPT,
        CONFIRM,
        END
    }

    /**
     * @param seen in a deleting phase
     * @param kinds of records that go with the group: their ids begin with its own and a slash
     * @param random for tokens
     * @param patience steps in which owners may release their shards before these are taken
     */
    public GroupRemoval(
            TimerStore store,
            StoredGroup seen,
            List<RecordKind> kinds,
            RandomGenerator random,
            int patience) {
        this.store = store;
        this.seen = seen;
        this.kinds = List.copyOf(kinds);
        this.random = random;
        this.shards = new ClosedShards(store, random);
        this.patience = patience;
    }

    /** Does a bounded piece of work; to be called until the removal is no longer under way. */
    public Progress step() {
        return switch (stage) {
            case CLOSE -> hold(Stage.EMPTY);
            case EMPTY -> empty();
            case SEAL -> hold(Stage.FORGET_KEPT);
            case FORGET_KEPT -> forgetKept();
            case CONFIRM -> hold(Stage.END);
            case END -> end();
        };
    }

    /** Goes on if all shards are held, and closes what is missing otherwise. */
    private Progress hold(Stage next) {
        var missing = shards.missing(store.leases().shards(seen.id()));
        if (!stands()) {
            return overtaken();
        }
        if (missing.isEmpty()) {
            waited = 0;
            stage = full.isEmpty() ? next : Stage.EMPTY;
        } else {
            stage = Stage.CLOSE;
            close(missing);
        }
        return Progress.UNDER_WAY;
    }

    private void close(List<ShardRow> missing) {
        missing.forEach(this::requireLivesHere);
        if (shards.wasTakenFrom()) {
            patience = Math.min(MOST_PATIENCE, 2 * patience + 1);
            waited = 0;
        }
        boolean isForced = waited >= patience;
        var free = missing.stream().filter(row -> isForced || shards.isFree(row)).toList();
        if (free.isEmpty()) {
            waited++;
        } else {
            full.addAll(shards.close(free));
            from = Position.START;
            before = Position.END;
            keptStates.clear();
            keptStates.addAll(TimerState.KEPT);
        }
    }

    private void requireLivesHere(ShardRow row) {
        boolean hasArrived = store.territories().stream().anyMatch(it -> it.homes().opens(row));
        row.elsewhere()
                .filter(_ -> !hasArrived)
                .ifPresent(
                        where -> {
                            throw new StoreException.Rejected(
                                    "shard %s %s, which is not here".formatted(row.shard(), where));
                        });
    }

    private Progress empty() {
        for (int look = 0; look < LOOKS && !full.isEmpty(); look++) {
            var shard = full.getFirst();
            var page = page(shard);
            if (!page.timers().isEmpty()) {
                return seen.phase() == StoredGroup.Phase.CLOSING ? takeBack() : drop(shard, page);
            }
            from = page.knownUntil();
            if (from.equals(Position.END)) {
                full.removeFirst();
                from = Position.START;
            }
        }
        if (full.isEmpty()) {
            stage = Stage.SEAL;
        }
        return Progress.UNDER_WAY;
    }

    private Page page(ShardId shard) {
        var limits = store.limits();
        return store.timers()
                .page(
                        shard,
                        PositionRange.from(from),
                        new PageLimit(limits.mutationsPerShard(), limits.bytesPerShard()));
    }

    private Progress drop(ShardId shard, Page page) {
        stage = Stage.CLOSE;
        var keys = page.timers().stream().map(timer -> timer.key()).toList();
        if (shards.drop(shard, keys)) {
            stage = Stage.EMPTY;
            from = page.knownUntil();
        }
        return Progress.UNDER_WAY;
    }

    /** A timer was acknowledged before the group was closed: it stays, and the group with it. */
    private Progress takeBack() {
        stage = Stage.CLOSE;
        return store.catalog().turn(seen, StoredGroup.Phase.SERVING).isPresent()
                ? open()
                : overtaken();
    }

    private Progress overtaken() {
        return store.catalog()
                .find(seen.id())
                .map(now -> now.phase().isDeleting() ? Progress.CHANGED : open())
                .orElse(Progress.REMOVED);
    }

    /** Only now: a shard that is opened while others still remove could be closed for ever. */
    private Progress open() {
        shards.release();
        return new GroupRevival(store, random).revive(seen.id())
                ? Progress.SERVES
                : Progress.CHANGED;
    }

    private Progress forgetKept() {
        var state = keptStates.getFirst();
        var page = store.lists().kept(seen.group(), new KeptQuery(state, before, KEPT_PAGE));
        if (!page.isEmpty()) {
            before = page.getLast().position();
            drop(page);
        } else if (!before.equals(Position.END)) {
            before = Position.END;
        } else {
            keptStates.removeFirst();
            stage = keptStates.isEmpty() ? Stage.CONFIRM : Stage.FORGET_KEPT;
        }
        return Progress.UNDER_WAY;
    }

    private void drop(List<KeptTimer> page) {
        var keys =
                page.stream()
                        .map(kept -> kept.timer().key())
                        .collect(Collectors.groupingBy(seen.group()::shardOf));
        stage = Stage.CLOSE;
        if (keys.entrySet().stream().allMatch(it -> shards.drop(it.getKey(), it.getValue()))) {
            stage = Stage.FORGET_KEPT;
        }
    }

    private Progress end() {
        store.pauses().resumeIf(seen.id(), this::stands);
        kinds.forEach(this::forget);
        return store.catalog().remove(seen) ? Progress.REMOVED : overtaken();
    }

    /** Only what was there while the group still stood. */
    private void forget(RecordKind kind) {
        var prefix = seen.id() + "/";
        var after = prefix;
        List<StoredRecord> records;
        do {
            records =
                    store.records().list(kind, after, RECORDS).stream()
                            .filter(record -> record.key().id().startsWith(prefix))
                            .toList();
            if (!stands()) {
                return;
            }
            records.forEach(record -> store.records().apply(record.removal()));
            after = records.isEmpty() ? after : records.getLast().key().id();
        } while (records.size() == RECORDS);
    }

    private boolean stands() {
        return store.catalog()
                .find(seen.id())
                .filter(now -> now.revision() == seen.revision())
                .isPresent();
    }
}
