package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.LeftBehind;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves shards between the databases of a store, as their records say: each node those that it
 * owns, one at a time. It also tells this node where shards live that others have moved. Nothing
 * but the rows of a shard says where it lives, so that two that work on one do no harm.
 * Thread-safe; turns are made one after the other.
 */
public final class MoveWorker {
    /** How often {@link #step} should be called: some of it is in the freeze. */
    public static final Duration STEP = Duration.ofMillis(10);

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Until a try begins anew that was over: longer each time. */
    private static final Duration REST = Duration.ofSeconds(1);

    private static final int MOST_RESTS = 30;

    /** Until what is left of a shard that was moved is removed, after its database refused that. */
    private static final Duration ASIDE = Duration.ofSeconds(5);

    /** Between two records of how far a move is: each is read by all nodes. */
    private static final Duration TELL = Duration.ofSeconds(2);

    /** Then something is wrong that more tries do not mend. */
    private static final int MOST_TRIES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(MoveWorker.class);

    private final TimerStore store;
    private final HomeDatabases homes;
    private final OwnShards own;
    private final Groups groups;
    private final Supplier<String> self;
    private final Executor threads;
    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final OpenMoves moves;

    /** Left alone until these times. */
    private final Map<RecordKey, Long> aside = new HashMap<>();

    private Optional<Work> current = Optional.empty();
    private volatile Optional<ShardRelocation> frozen = Optional.empty();
    private long homesTold;
    private long lastLook;
    private boolean hasLooked;
    private boolean isBusy;
    private boolean isClosed;

    /** The one that this node works on. */
    private static final class Work {
        private OpenMoves.Seen seen;
        private Optional<ShardRelocation> relocation = Optional.empty();
        private Optional<LeftBehind> leftBehind = Optional.empty();
        private int tries;
        private long restsUntil;
        private boolean isResting;
        private long written;

        private Work(OpenMoves.Seen seen) {
            this.seen = seen;
        }

        private DatabaseMove move() {
            return seen.move();
        }
    }

    MoveWorker(
            TimerStore store,
            OwnShards own,
            Groups groups,
            Supplier<String> self,
            Executor threads,
            RandomGenerator random,
            InstantSource clock,
            LongSupplier nanos) {
        this.store = store;
        this.moves = new OpenMoves(store.records(), clock);
        this.homes = new HomeDatabases(store);
        this.own = own;
        this.groups = groups;
        this.self = self;
        this.threads = threads;
        this.random = random;
        this.nanos = nanos;
    }

    /** Goes a little further, unless the last turn is still made or this was closed. */
    public synchronized void step() {
        if (!isBusy) {
            isBusy = true;
            threads.execute(this::work);
        } else if (!isClosed) {
            frozen.ifPresent(it -> threads.execute(it::watch));
        }
    }

    /** Begins no further turn: another node goes on. */
    public synchronized void close() {
        isClosed = true;
        isBusy = true;
    }

    private synchronized void rest() {
        isBusy = isClosed;
    }

    private void work() {
        try {
            frozen.ifPresent(ShardRelocation::watch);
            lookNowAndThen();
            current.filter(it -> !isOurs(it)).ifPresent(this::drop);
            if (current.isEmpty()) {
                current = next();
            }
            current.ifPresent(this::attempt);
        } catch (StoreException e) {
            LOG.atDebug().setCause(e).log("moves wait for the store");
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("moves can not go on");
        } finally {
            rest();
        }
    }

    // ---- what there is to do

    private void lookNowAndThen() {
        if (!hasLooked || nanos.getAsLong() - lastLook >= LOOK.toNanos()) {
            hasLooked = true;
            lastLook = nanos.getAsLong();
            look();
        }
    }

    /** While a move is open, any node may have made it and died before it wrote so. */
    private void look() {
        moves.look().forEach(store::lookAtHomes);
        tellHomes();
        current.ifPresent(this::follow);
    }

    /** Whoever has found out: a read of a timer looks too. */
    private void tellHomes() {
        long now = store.territories().getFirst().homes().version();
        if (now != homesTold) {
            homesTold = now;
            own.homesChanged().run();
        }
    }

    /** The current one goes on only as its record says. */
    private void follow(Work work) {
        moves.find(work.move().key())
                .filter(now -> now.move().state() == work.move().state())
                .ifPresentOrElse(now -> work.seen = now, () -> drop(work));
    }

    private void drop(Work work) {
        end(work);
        current = Optional.empty();
    }

    private void end(Work work) {
        frozen = Optional.empty();
        work.relocation.ifPresent(ShardRelocation::end);
        work.relocation = Optional.empty();
    }

    private Optional<Work> next() {
        aside.values().removeIf(until -> nanos.getAsLong() - until >= 0);
        return moves.open()
                .filter(it -> groups.serves(it.move().shard().group()))
                .filter(it -> !aside.containsKey(it.record().key()))
                .filter(it -> own.isOwn(it.move().shard()))
                .findFirst()
                .map(Work::new);
    }

    /** Those of shards that are another node's by now are left to it. */
    private boolean isOurs(Work work) {
        var move = work.move();
        return groups.serves(move.shard().group())
                && (work.relocation.isPresent()
                        || move.state() == DatabaseMove.State.MOVED
                        || own.isOwn(move.shard()));
    }

    // ---- work

    private void attempt(Work work) {
        if (work.isResting && nanos.getAsLong() - work.restsUntil < 0) {
            return;
        }
        work.isResting = false;
        try {
            advance(work);
        } catch (StoreException.Rejected | InvalidValueException e) {
            refused(work, String.valueOf(e.getMessage()));
        }
    }

    /** It may live in the other database all the same. */
    private void refused(Work work, String why) {
        end(work);
        var move = work.move();
        if (move.state() == DatabaseMove.State.MOVED) {
            setAside(work, why);
            return;
        }
        store.lookAtHomes(move.shard().group());
        tellHomes();
        if (isThere(move)) {
            write(work, move.foundMoved());
        } else {
            giveUp(work, why);
        }
    }

    /** It stays moved, and others are moved meanwhile. */
    private void setAside(Work work, String why) {
        var move = work.move();
        aside.put(move.key(), nanos.getAsLong() + ASIDE.toNanos());
        var told = move.at(move.worker(), move.copied(), why);
        if (!told.equals(move)) {
            write(work, told);
        }
        current = Optional.empty();
    }

    /** What was copied is removed before it has failed, unless that fails. */
    private void giveUp(Work work, String why) {
        var move = work.move();
        work.tries = 0;
        boolean isRunning = move.state() == DatabaseMove.State.RUNNING;
        write(work, isRunning ? move.failing(why) : move.failed(why));
    }

    private void advance(Work work) {
        var move = work.move();
        var group = groups.find(move.shard().group()).group();
        switch (move.state()) {
            case RUNNING, CANCELLING -> {
                if (work.relocation.isEmpty() && isThere(move)) {
                    write(work, move.foundMoved());
                } else {
                    relocate(work, group);
                }
            }
            case MOVED -> removeRest(work, group);
            case DONE, CANCELLED, FAILED -> drop(work);
        }
    }

    private boolean isThere(DatabaseMove move) {
        return homes.of(move.shard()).name().equals(move.to());
    }

    private void relocate(Work work, Group group) {
        var move = work.move();
        if (work.relocation.isEmpty()) {
            var departure = own.departure(move.shard());
            if (departure.isEmpty()) {
                return;
            }
            work.relocation =
                    Optional.of(
                            new ShardRelocation(
                                    homes.of(move.shard()),
                                    homes.named(move.to()),
                                    group,
                                    move.shard(),
                                    departure.get(),
                                    move.state() == DatabaseMove.State.CANCELLING,
                                    random,
                                    nanos));
            frozen = work.relocation;
        }
        var relocation = work.relocation.get();
        switch (relocation.turn()) {
            case UNDER_WAY, WAITING -> tell(work, relocation);
            case MOVED -> {
                var moved = move.moved(self.get(), relocation.copied(), relocation.frozenMillis());
                store.lookAtHomes(move.shard().group());
                tellHomes();
                end(work);
                write(work, moved);
            }
            case UNDONE -> {
                end(work);
                write(work, move.undone());
            }
            case OVER -> beginAnew(work);
        }
    }

    /** The shard came to another owner, a commit was in doubt, or the freeze took too long. */
    private void beginAnew(Work work) {
        end(work);
        work.tries++;
        LOG.atInfo()
                .addKeyValue("shard", work.move().shard())
                .addKeyValue("tries", work.tries)
                .log("a move begins anew");
        if (work.tries >= MOST_TRIES) {
            giveUp(work, "%d tries were interrupted, the last one too".formatted(work.tries));
        } else {
            work.isResting = true;
            work.restsUntil =
                    nanos.getAsLong()
                            + REST.multipliedBy(Math.min(MOST_RESTS, work.tries)).toNanos();
        }
    }

    private void tell(Work work, ShardRelocation relocation) {
        long now = nanos.getAsLong();
        if (!relocation.isGiven() && now - work.written >= TELL.toNanos()) {
            work.written = now;
            write(work, work.move().at(self.get(), relocation.copied(), tries(work)));
        }
    }

    private static String tries(Work work) {
        return work.tries == 0 ? "" : "began anew %d times".formatted(work.tries);
    }

    private void removeRest(Work work, Group group) {
        var rest =
                work.leftBehind.orElseGet(
                        () ->
                                new LeftBehind(
                                        homes.named(work.move().from()).store(),
                                        group,
                                        work.move().shard(),
                                        random));
        work.leftBehind = Optional.of(rest);
        if (rest.step() != LeftBehind.Progress.UNDER_WAY) {
            write(work, work.move().done());
        }
    }

    /** Somebody else may have changed the record; then it is looked at before all else. */
    private void write(Work work, DatabaseMove after) {
        var key = after.key();
        switch (store.records().apply(work.seen.record().replacedBy(after.text()))) {
            case RecordResult.Changed(var revision) -> {
                work.seen = moves.changed(new StoredRecord(key, revision, after.text()), after);
                if (after.state() != DatabaseMove.State.RUNNING) {
                    LOG.atInfo()
                            .addKeyValue("shard", after.shard())
                            .addKeyValue("from", after.from())
                            .addKeyValue("to", after.to())
                            .addKeyValue("status", after.state())
                            .addKeyValue("frozenMillis", after.frozenMillis())
                            .addKeyValue("reason", after.reason())
                            .log("a move to another database");
                }
                if (after.state().isOver()) {
                    drop(work);
                }
            }
            case RecordResult.Conflict _ -> {
                moves.stale();
                hasLooked = false;
            }
        }
    }
}
