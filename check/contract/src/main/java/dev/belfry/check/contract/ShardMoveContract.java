package dev.belfry.check.contract;

import static dev.belfry.check.contract.MovedShard.finish;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.ShardMove.Progress;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Shards that are moved between this store and one in memory, to and fro: at <i>each</i> call of
 * the mover, at either store, something happens.
 */
public interface ShardMoveContract extends StoreUnderTest {
    /** More calls than the move of a small shard makes. */
    int MOST_CALLS = 200;

    @Test
    default void aShardIsMovedWithAllThatItHolds(StoreFixture fixture) {
        for (boolean isComing : List.of(true, false)) {
            var moved = shard(fixture, isComing, "whole", 0);
            var attempt = new AttemptUnderWay(AttemptId.nextOf(moved.pending(0)), NOON);
            moved.owner().attempts(attempt);
            moved.owner().mark(NOON);

            assertThat(finish(moved.move())).isEqualTo(Progress.MOVED);

            var row = moved.row(moved.home());
            assertThat(row.owner()).isEmpty();
            assertThat(row.mark()).isEqualTo(NOON);
            assertThat(row.handedOver()).containsExactly(attempt);
            moved.assertMoved();
        }
    }

    @Test
    default void whatChangesWhileAShardIsMovedGoesWithIt(StoreFixture fixture) {
        forEachCall(
                fixture,
                "changes",
                (moved, call) -> {
                    var isReached = new AtomicInteger();
                    Instead first =
                            itself -> {
                                isReached.set(1);
                                moved.changeSome(moved.owner());
                                return itself.call();
                            };
                    assertThat(run(moved, call, first)).isEqualTo(Progress.MOVED);
                    moved.assertMoved();
                    return isReached.get() == 1;
                });
    }

    @Test
    default void aMoverThatDiesLeavesOneTruth(StoreFixture fixture) {
        for (boolean isDone : List.of(true, false)) {
            forEachCall(
                    fixture,
                    "dies-" + isDone,
                    (moved, call) -> {
                        var isDead = dies(moved, call, isDone);
                        moved.home();
                        moved.finishByAnother();
                        moved.assertMoved();
                        return isDead;
                    });
        }
    }

    private static boolean dies(MovedShard moved, int call, boolean isDone) {
        Instead death =
                itself -> {
                    if (isDone) {
                        itself.call();
                    }
                    throw new IllegalStateException("the process is gone");
                };
        try {
            run(moved, call, death);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @Test
    default void aMoveGoesOnOrEndsAfterACallWithoutAnAnswer(StoreFixture fixture) {
        forEachCall(
                fixture,
                "deaf",
                (moved, call) -> endsAfter(moved, call, ShardMoveContract::noAnswer));
    }

    @Test
    default void aMoveGoesOnOrEndsAfterACallThatFailed(StoreFixture fixture) {
        forEachCall(
                fixture,
                "away",
                (moved, call) -> endsAfter(moved, call, ShardMoveContract::notThere));
    }

    private static boolean endsAfter(MovedShard moved, int call, Instead instead) {
        var isReached = new AtomicInteger();
        run(
                moved,
                call,
                itself -> {
                    isReached.set(1);
                    return instead.happens(itself);
                });
        moved.changeSome(moved.owner());
        moved.finishByAnother();
        moved.assertMoved();
        return isReached.get() == 1;
    }

    @Test
    default void aMoverThatStoodStillChangesNothingOfWhatOthersMoved(StoreFixture fixture) {
        forEachCall(
                fixture,
                "still",
                (moved, call) -> {
                    var later = new ArrayList<SourceOwner>();
                    run(
                            moved,
                            call,
                            itself -> {
                                moved.finishByAnother();
                                later.add(moved.takeOver().orElseThrow());
                                moved.changeSome(later.getFirst());
                                return itself.call();
                            });
                    if (later.isEmpty()) {
                        moved.assertMoved();
                        return false;
                    }
                    moved.assertHolds(moved.home());
                    moved.changeSome(later.getFirst());
                    moved.assertMoved();
                    return true;
                });
    }

    /** Its call arrives when all is over: without an answer so far, and not made. */
    @Test
    default void aCallOfAMoverThatArrivesLateChangesNothing(StoreFixture fixture) {
        forEachCall(
                fixture,
                "late",
                (moved, call) -> {
                    var ghosts = new ArrayList<Callable<Object>>();
                    run(
                            moved,
                            call,
                            itself -> {
                                ghosts.add(itself);
                                throw new StoreException.OutcomeUnknown("on its way");
                            });
                    moved.finishByAnother();
                    var owner = moved.takeOver().orElseThrow();
                    moved.changeSome(owner);
                    for (var ghost : ghosts) {
                        ghost.call();
                    }
                    moved.assertHolds(moved.home());
                    moved.changeSome(owner);
                    moved.assertMoved();
                    return !ghosts.isEmpty();
                });
    }

    /** The same call arrives as soon as another owner has the shard where it was. */
    @Test
    default void aCallOfAMoverThatIsOvertakenByANewOwnerMovesNothing(StoreFixture fixture) {
        forEachCall(
                fixture,
                "taken",
                (moved, call) -> {
                    var owners = new ArrayList<SourceOwner>();
                    run(
                            moved,
                            call,
                            itself -> {
                                owners.add(moved.takeOver().orElseThrow());
                                moved.changeSome(owners.getFirst());
                                return itself.call();
                            });
                    if (!owners.isEmpty()) {
                        moved.assertHolds(moved.home());
                        moved.changeSome(owners.getFirst());
                        moved.assertHolds(moved.home());
                    }
                    moved.finishByAnother();
                    moved.assertMoved();
                    return !owners.isEmpty();
                });
    }

    @Test
    default void aFreezeThatTakesTooLongIsThawed(StoreFixture fixture) {
        var moved = shard(fixture, true, "frozen", 0);
        var move = moved.move();
        while (!moved.isSealed()) {
            assertThat(move.step()).isEqualTo(Progress.UNDER_WAY);
        }
        assertThat(move.isFrozen()).isTrue();

        move.thaw();

        assertThat(finish(move)).isEqualTo(Progress.OVER);
        assertThat(moved.row(moved.home()).owner()).isEmpty();
        moved.finishByAnother();
        moved.assertMoved();
    }

    /** Its lease may stand in older rows too, from which copies are missing. */
    @Test
    default void nothingIsMovedIntoADatabaseThatLostWhatItAcknowledged(StoreFixture fixture) {
        for (boolean isComing : List.of(true, false)) {
            var moved = shard(fixture, isComing, "set-back", 0);
            moved.owner().answers(Kept.UNKNOWN, Kept.UNKNOWN, Kept.LOST);

            assertThat(finish(moved.move())).isEqualTo(Progress.OVER);

            assertThat(moved.home()).isSameAs(moved.source());
            moved.assertHolds(moved.source());
            moved.finishByAnother();
            moved.assertMoved();
        }
    }

    @Test
    default void whatAMoveThatWasCancelledHasCopiedIsRemoved(StoreFixture fixture) {
        forEachCall(
                fixture,
                "undone",
                (moved, call) -> {
                    boolean isDead = dies(moved, call, true);
                    if (moved.home().equals(moved.source())) {
                        moved.undo();
                    } else {
                        moved.assertMoved();
                    }
                    return isDead;
                });
    }

    @Test
    default void aShardIsNotMovedOntoOneThatIsInUse(StoreFixture fixture) {
        var moved = shard(fixture, true, "used", 0);
        assertThat(finish(moved.move())).isEqualTo(Progress.MOVED);
        var again = moved.move();

        assertThat(again.step()).isEqualTo(Progress.OVER);

        moved.assertMoved();
    }

    /** What happens in place of a call. */
    @FunctionalInterface
    interface Instead {
        Object happens(Callable<Object> itself) throws Exception;
    }

    /** A race at one of the calls; false if the mover makes no such call. */
    @FunctionalInterface
    interface Race {
        boolean isReached(MovedShard moved, int call) throws Exception;
    }

    private static void forEachCall(StoreFixture fixture, String name, Race race) {
        for (boolean isComing : List.of(true, false)) {
            int call = 1;
            while (isReached(race, shard(fixture, isComing, name, call), call)) {
                call++;
                assertThat(call).isLessThan(MOST_CALLS);
            }
            assertThat(call).as("calls of a move").isGreaterThan(10);
        }
    }

    private static boolean isReached(Race race, MovedShard moved, int call) {
        try {
            return race.isReached(moved, call);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("at call " + call, e);
        }
    }

    private static MovedShard shard(StoreFixture fixture, boolean isComing, String name, int call) {
        var other = new MemoryTimerStore(InstantSource.system());
        var id = "%s-%s-%d".formatted(name, isComing ? "in" : "out", call);
        // Shards are moved between the databases of a store, and not between stores.
        var database = fixture.store().territories().getFirst().store();
        return isComing ? new MovedShard(other, database, id) : new MovedShard(database, other, id);
    }

    private static Progress run(MovedShard moved, int call, Instead instead) {
        var calls = new AtomicInteger();
        return finish(
                moved.move(
                        atCall(moved.source(), calls, call, instead),
                        atCall(moved.target(), calls, call, instead),
                        moved.owner()));
    }

    private static TimerStore atCall(
            TimerStore store, AtomicInteger calls, int at, Instead instead) {
        return RemovedGroup.behind(
                store,
                (_, itself) ->
                        calls.incrementAndGet() == at ? instead.happens(itself) : itself.call());
    }

    private static Object noAnswer(Callable<Object> itself) throws Exception {
        itself.call();
        throw new StoreException.OutcomeUnknown("it happened, and nobody heard of it");
    }

    private static Object notThere(Callable<Object> itself) {
        throw new StoreException.Unavailable("nothing happened instead of " + itself);
    }
}
