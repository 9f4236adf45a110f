package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One group's hanging hosts and backlogs do not make another group's timers late. */
class NoisyNeighbourScriptTest {
    private static final Group NOISY = Group.of("noisy", 8);
    private static final Group PUNCTUAL = Group.of("punctual", 2);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(15);
    private static final Duration PROMPTLY = Duration.ofMillis(10);
    private static final int PUNCTUAL_TIMERS = 200;

    /** Two turns: what is left of the one under way, and one more. */
    private static final int MOST_STARTS_BETWEEN = 2 * 64;

    private static final LoopSettings SETTINGS =
            new LoopSettings(
                    64 << 20, 2_000, 200, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);

    private final SingleNode node =
            new SingleNode(List.of(NOISY, PUNCTUAL), SETTINGS, store -> store, 42);

    private Instant now() {
        return node.clock().now();
    }

    private void create(Group group, String id, Ask ask) {
        var key = new TimerKey(group.id(), id);
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), ask.spec(), stamp));
    }

    private void createMany(Group group, String prefix, int count, Ask ask) {
        for (int i = 0; i < count; i++) {
            create(group, prefix + i, ask);
            node.run(Duration.ofMillis(i % 200 == 0 ? 20 : 0));
        }
        node.run(Duration.ofSeconds(1));
    }

    private void createPunctual(Group group, String host, Instant begin, Duration apart) {
        for (int i = 0; i < PUNCTUAL_TIMERS; i++) {
            create(group, "p" + i, Ask.at(begin.plus(apart.multipliedBy(i))).host(host));
            node.run(Duration.ofMillis(i % 50 == 0 ? 20 : 0));
        }
        node.run(Duration.ofSeconds(1));
    }

    private static Behaviour behaviour(Attempt attempt) {
        return attempt.timer().spec().target().host().startsWith("hangs")
                ? Behaviour.hangs()
                : new Behaviour(new CallbackReply.Done(), Duration.ofMillis(5));
    }

    private Seen first(Group group, String id) {
        var seen = node.receivers().seen(new TimerKey(group.id(), id));
        assertThat(seen).as(id).isNotEmpty();
        return seen.getFirst();
    }

    private static Instant dueOf(Seen seen) {
        return seen.attempt().timer().spec().executeAt();
    }

    private static Duration lateness(Seen seen) {
        return Duration.between(dueOf(seen), seen.at());
    }

    private void hangingHosts(int hosts, Instant at) {
        for (int host = 0; host < hosts; host++) {
            var ask = Ask.at(at).host("hangs" + host).timeout(LONGEST_TIMEOUT);
            createMany(NOISY, "h" + host + "-", 400, ask);
        }
    }

    @Test
    void fiftyHostsThatHangDoNotMakeAnotherGroupLate() {
        node.receivers().behave(NoisyNeighbourScriptTest::behaviour);
        var begin = now().plusSeconds(120);
        hangingHosts(50, begin);
        createPunctual(PUNCTUAL, "good", begin.plusSeconds(1), Duration.ofMillis(100));
        node.run(Duration.between(now(), begin.plusSeconds(60)));
        for (int i = 0; i < PUNCTUAL_TIMERS; i++) {
            assertThat(lateness(first(PUNCTUAL, "p" + i))).isLessThan(PROMPTLY);
        }
    }

    @Test
    void fiftyHostsThatHangDoNotMakeOtherHostsOfTheirGroupLate() {
        node.receivers().behave(NoisyNeighbourScriptTest::behaviour);
        var begin = now().plusSeconds(120);
        hangingHosts(50, begin);
        createPunctual(NOISY, "good", begin.plusSeconds(1), Duration.ofMillis(100));
        node.run(Duration.between(now(), begin.plusSeconds(60)));
        for (int i = 0; i < PUNCTUAL_TIMERS; i++) {
            assertThat(lateness(first(NOISY, "p" + i))).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void aBacklogToTheSameHostDoesNotMakeAnotherGroupLate() {
        besideABacklog("same", "same");
    }

    @Test
    void aBacklogToAnotherHostDoesNotMakeAnotherGroupLate() {
        besideABacklog("busy", "good");
    }

    private void besideABacklog(String busy, String good) {
        node.receivers().behave(NoisyNeighbourScriptTest::behaviour);
        pause(NOISY.id());
        var overdue = now().plusSeconds(1);
        createMany(NOISY, "backlog", 40_000, Ask.at(overdue).host(busy));
        var begin = now().plusSeconds(5);
        createPunctual(PUNCTUAL, good, begin, Duration.ofMillis(5));
        node.run(Duration.between(now(), begin.minusMillis(1)));
        resume(NOISY.id());
        node.run(Duration.ofSeconds(20));
        var seen = node.receivers().seen();
        assertThat(seen).hasSize(40_000 + PUNCTUAL_TIMERS);
        for (int i = 0; i < seen.size(); i++) {
            if (isOf(PUNCTUAL, seen.get(i))) {
                assertThat(noisyStartsSinceDue(seen, i)).isLessThanOrEqualTo(MOST_STARTS_BETWEEN);
            }
        }
    }

    private static boolean isOf(Group group, Seen seen) {
        return seen.attempt().timer().key().group().equals(group.id());
    }

    /** How many of the noisy group started since a timer was due and before it started. */
    private static int noisyStartsSinceDue(List<Seen> all, int index) {
        var due = dueOf(all.get(index));
        int starts = 0;
        for (int i = index - 1; i >= 0 && !all.get(i).at().isBefore(due); i--) {
            starts += isOf(NOISY, all.get(i)) ? 1 : 0;
        }
        return starts;
    }

    private void pause(GroupId group) {
        node.store().pauses().pause(new Pause(group, now(), Optional.empty()));
        node.loop().tell(loop -> loop.pause(group));
    }

    private void resume(GroupId group) {
        node.store().pauses().resume(group);
        node.loop().tell(ShardLoop::resumed);
    }
}
