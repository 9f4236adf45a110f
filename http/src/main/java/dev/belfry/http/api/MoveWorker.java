package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.LeftBehind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.drive.Engine;
import java.time.Duration;
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

    /** Between two records of how far a move is: each is read by all nodes. */
    private static final Duration TELL = Duration.ofSeconds(2);

    /** Then something is wrong that more tries do not mend. */
    private static final int MOST_TRIES = 100;

    private static final Logger LOG = LoggerFactory.getLogger(MoveWorker.class);

    private final TimerStore store;
    private final Engine engine;
    private final Groups groups;
    private final Supplier<String> self;
    private final Executor threads;
    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final OpenMoves moves;
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
            Engine engine,
            Groups groups,
            Supplier<String> self,
            Executor threads,
            RandomGenerator random,
            LongSupplier nanos) {
        this.store = store;
        this.moves = new OpenMoves(store.records());
        this.engine = engine;
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
            engine.homesChanged();
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

    /** Those of shards that are another node's are left to it. */
    private Optional<Work> next() {
        return moves.open()
                .filter(it -> groups.serves(it.move().shard().group()))
                .filter(it -> isOwn(it.move().shard()))
                .findFirst()
                .map(Work::new);
    }

    private boolean isOwn(ShardId shard) {
        return engine.ownerOf(shard)
                .filter(row -> row.incarnation().node().value().equals(self.get()))
                .isPresent();
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
            end(work);
            write(work, work.move().failed(String.valueOf(e.getMessage())));
        }
    }

    private void advance(Work work) {
        var move = work.move();
        var group = groups.find(move.shard().group()).group();
        var home = home(move.shard());
        switch (move.state()) {
            case RUNNING, CANCELLING -> {
                if (home.name().equals(move.to()) && work.relocation.isEmpty()) {
                    write(work, move.in(DatabaseMove.State.MOVED));
                } else {
                    relocate(work, group, home);
                }
            }
            case MOVED -> removeRest(work, group);
            case DONE, CANCELLED, FAILED -> drop(work);
        }
    }

    private Territory home(ShardId shard) {
        return store.territories().stream()
                .filter(it -> it.homes().holds(shard))
                .findFirst()
                .orElseThrow(
                        () ->
                                new StoreException.Unavailable(
                                        "nobody knows where " + shard + " lives"));
    }

    private Territory named(String name) {
        return store.territories().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new StoreException.Rejected(
                                        "this node knows no database '%s'".formatted(name)));
    }

    private void relocate(Work work, Group group, Territory home) {
        var move = work.move();
        if (work.relocation.isEmpty()) {
            var departure = engine.departure(move.shard());
            if (departure.isEmpty()) {
                return;
            }
            work.relocation =
                    Optional.of(
                            new ShardRelocation(
                                    home,
                                    named(move.to()),
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
                write(work, move.in(DatabaseMove.State.CANCELLED));
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
            write(
                    work,
                    work.move()
                            .failed(
                                    "%d tries were interrupted, the last one too"
                                            .formatted(work.tries)));
        } else if (!isOwn(work.move().shard())) {
            current = Optional.empty();
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
                                        named(work.move().from()).store(),
                                        group,
                                        work.move().shard(),
                                        random));
        work.leftBehind = Optional.of(rest);
        if (rest.step() != LeftBehind.Progress.UNDER_WAY) {
            write(work, work.move().in(DatabaseMove.State.DONE));
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
