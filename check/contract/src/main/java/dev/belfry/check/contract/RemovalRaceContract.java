package dev.belfry.check.contract;

import static dev.belfry.check.contract.RemovedGroup.behind;
import static dev.belfry.check.contract.RemovedGroup.finish;
import static dev.belfry.check.contract.RemovedGroup.finishAtLast;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.store.StoredGroup.Phase.CLOSING;
import static dev.belfry.core.store.StoredGroup.Phase.DROPPING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.GroupRemoval;
import dev.belfry.core.store.GroupRemoval.Progress;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredGroup.Phase;
import dev.belfry.core.store.TimerStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Removals that stand still, are interrupted or meet others: at each of their calls, one after the
 * other.
 */
public interface RemovalRaceContract extends StoreUnderTest {
    /** More calls than the removal of a small group makes. */
    int MOST_CALLS = 200;

    @Test
    default void aRemoverThatStoodStillChangesNothingOfTheGroupMadeAnew(StoreFixture fixture) {
        for (var phase : List.of(CLOSING, DROPPING)) {
            int call = 1;
            while (standsStill(fixture, phase, call)) {
                call++;
            }
        }
    }

    /** Before this call another removes the group, which is made anew, paused and used. */
    private static boolean standsStill(StoreFixture fixture, Phase phase, int call) {
        var group = RemovedGroup.at(fixture, "still", phase, call);
        var lives = new ArrayList<OwnedShard>();
        var pause = new Pause(group.id(), NOON, Optional.of("of the new life"));
        var stalled =
                group.removal(
                        atCall(
                                fixture.store(),
                                call,
                                itself -> {
                                    finish(group.removal());
                                    lives.add(group.makeWithTimers());
                                    fixture.store().pauses().pause(pause);
                                    return itself.call();
                                }),
                        0);
        var progress = finish(stalled);
        if (lives.isEmpty()) {
            group.assertGone();
            return false;
        }
        assertThat(progress).as("call %d", call).isEqualTo(Progress.SERVES);
        lives.getFirst().commit(List.of());
        group.assertHasTimers(lives.getFirst());
        assertThat(fixture.store().pauses().inForce()).contains(pause);
        assertThat(group.records()).hasSize(1);
        return true;
    }

    @Test
    default void anInterruptedRemovalIsContinuedByAnother(StoreFixture fixture) {
        for (var phase : List.of(CLOSING, DROPPING)) {
            for (int call = 1; dies(fixture, phase, call); call++) {
                assertThat(call).isLessThan(MOST_CALLS);
            }
        }
    }

    private static boolean dies(StoreFixture fixture, Phase phase, int call) {
        var group = RemovedGroup.at(fixture, "dies", phase, call);
        try {
            finish(group.removal(atCall(fixture.store(), call, RemovalRaceContract::noAnswer), 0));
        } catch (StoreException.OutcomeUnknown e) {
            if (!group.isForgotten()) {
                assertThat(finish(group.removal())).isEqualTo(Progress.REMOVED);
            }
            group.assertGone();
            return true;
        }
        group.assertGone();
        return false;
    }

    @Test
    default void aRemovalGoesOnAfterCallsWithoutAnAnswer(StoreFixture fixture) {
        int call = 1;
        while (isDeaf(fixture, "deaf", call, RemovalRaceContract::noAnswer)) {
            call++;
        }
    }

    @Test
    default void aRemovalGoesOnAfterCallsThatFailed(StoreFixture fixture) {
        int call = 1;
        while (isDeaf(fixture, "away", call, RemovalRaceContract::notThere)) {
            call++;
        }
    }

    private static boolean isDeaf(StoreFixture fixture, String name, int call, Instead instead) {
        var group = RemovedGroup.at(fixture, name, DROPPING, call);
        var isReached = new AtomicBoolean();
        var store =
                atCall(
                        fixture.store(),
                        call,
                        itself -> {
                            isReached.set(true);
                            return instead.happens(itself);
                        });
        assertThat(finishAtLast(group.removal(store, 0))).isEqualTo(Progress.REMOVED);
        group.assertGone();
        return isReached.get();
    }

    /** Whatever the owner still gets acknowledged is there in the end, and the group with it. */
    @Test
    default void aTimerAcknowledgedWhileAGroupIsClosedSurvives(StoreFixture fixture) {
        var results = new ArrayList<CommitResult>();
        for (int call = 1; call == results.size() + 1; call++) {
            var group = RemovedGroup.at(fixture, "late", CLOSING, call);
            var owner = group.owner();
            var late = owner.next(timer(group.group(), group.idOfFirstShard(0)).create());
            var progress =
                    finish(
                            group.removal(
                                    atCall(
                                            fixture.store(),
                                            call,
                                            itself -> {
                                                results.add(owner.send(late));
                                                return itself.call();
                                            }),
                                    0));
            boolean isAcknowledged =
                    results.size() == call && results.getLast() instanceof CommitResult.Committed;
            assertThat(progress)
                    .as("call %d", call)
                    .isEqualTo(isAcknowledged ? Progress.SERVES : Progress.REMOVED);
            if (isAcknowledged) {
                group.assertServes();
                group.assertHasTimers(fixture.own(owner.id()));
            } else {
                group.assertGone();
            }
        }
        assertThat(results)
                .contains(FenceContract.LEASE_LOST)
                .anyMatch(CommitResult.Committed.class::isInstance);
    }

    /** The record says that it serves, and then nobody opens its shards. */
    @Test
    default void aGroupTakenBackByARemoverThatDiesIsOpenedByTheNextLook(StoreFixture fixture) {
        for (int call = 1; takesBackAndDies(fixture, call); call++) {
            assertThat(call).isLessThan(MOST_CALLS);
        }
    }

    private static boolean takesBackAndDies(StoreFixture fixture, int call) {
        var group = new RemovedGroup(fixture, "back-" + call, 2);
        var shard = group.makeWithTimers();
        group.turn(CLOSING);
        boolean isDead = false;
        try {
            finish(group.removal(atCall(fixture.store(), call, RemovalRaceContract::noAnswer), 0));
        } catch (StoreException.OutcomeUnknown e) {
            isDead = true;
        }
        if (group.isServing()) {
            assertThat(group.revive()).isTrue();
        } else {
            assertThat(finish(group.removal())).isEqualTo(Progress.SERVES);
        }
        group.assertServes();
        group.assertHasTimers(fixture.own(shard.id()));
        return isDead;
    }

    @Test
    default void twoRemoversAtOnceEmptyAGroupTogether(StoreFixture fixture) {
        for (var phase : List.of(CLOSING, DROPPING)) {
            var group = RemovedGroup.at(fixture, "two", phase, 0);

            assertThat(together(group.removal(), group.removal())).isEqualTo(Progress.REMOVED);

            group.assertGone();
        }
    }

    @Test
    default void twoRemoversAtOnceTakeBackWhatTheyClose(StoreFixture fixture) {
        var group = new RemovedGroup(fixture, "removed", 3);
        var shard = group.makeWithTimers();
        group.turn(CLOSING);

        assertThat(together(group.removal(), group.removal())).isEqualTo(Progress.SERVES);

        group.assertServes();
        group.assertHasTimers(fixture.own(shard.id()));
    }

    /** Step by step in turns, until both have ended. */
    private static Progress together(GroupRemoval one, GroupRemoval other) {
        for (int step = 0; step < MOST_CALLS; step++) {
            if (one.step() != Progress.UNDER_WAY) {
                return finish(other);
            }
            if (other.step() != Progress.UNDER_WAY) {
                return finish(one);
            }
        }
        throw new AssertionError("two removers hinder each other");
    }

    /** What happens in place of a call. */
    @FunctionalInterface
    interface Instead {
        Object happens(Callable<Object> itself) throws Exception;
    }

    private static Object noAnswer(Callable<Object> itself) throws Exception {
        itself.call();
        throw new StoreException.OutcomeUnknown("it happened, and nobody heard of it");
    }

    private static Object notThere(Callable<Object> itself) {
        throw new StoreException.Unavailable("nothing happened instead of " + itself);
    }

    private static TimerStore atCall(TimerStore store, int at, Instead instead) {
        var calls = new AtomicInteger();
        return behind(
                store,
                (_, itself) ->
                        calls.incrementAndGet() == at ? instead.happens(itself) : itself.call());
    }
}
