package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure.State;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A shard that is being moved to another database, as its owner has it, step by step. */
class DepartureScriptTest {
    private static final Duration SOON = Duration.ofMillis(50);

    private final Scene scene = new Scene();
    private final ShardId shard = scene.node.group().shards().getFirst();
    private final ShardDeparture departure = scene.node.departure(shard);

    private void watch() {
        departure.watch();
        scene.run(SOON);
        assertThat(departure.state()).isEqualTo(State.WATCHING);
    }

    private void give() {
        departure.give();
        scene.run(SOON);
        assertThat(departure.state()).isEqualTo(State.GIVEN);
    }

    private List<String> changed() {
        return departure.changes(100).stream().map(change -> change.key().id()).toList();
    }

    @Test
    void changesAreNotedFromTheWatchOnEachKeyAsItIsLast() {
        scene.created("before", scene.in(Scene.MINUTE));
        watch();
        scene.created("a", scene.in(Scene.MINUTE));
        scene.created("b", scene.in(Scene.MINUTE));
        scene.delete("before");
        scene.repay("a", "2");
        scene.run(SOON);

        assertThat(departure.changes(100))
                .containsExactly(
                        new CopyIn(scene.key("b"), scene.entry("b")),
                        new CopyIn(scene.key("before"), Entry.absent()),
                        new CopyIn(scene.key("a"), scene.entry("a")));
        assertThat(changed()).isEmpty();
    }

    @Test
    void whatFiresIsNotedToo() {
        scene.created("a", scene.in(Scene.SECOND));
        watch();
        scene.run(Scene.MINUTE);

        assertThat(scene.fired("a")).hasSize(1);
        assertThat(changed()).containsExactly("a");
    }

    @Test
    void theWatchBeginsWithAFencedRoundAndWaitsForOne() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNAVAILABLE);
        departure.watch();
        scene.run(Duration.ofMillis(10));
        assertThat(departure.state()).isEqualTo(State.WAITING);

        scene.run(Scene.MINUTE);

        assertThat(departure.state()).isEqualTo(State.WATCHING);
    }

    @Test
    void aCommitInDoubtEndsTheWatch() {
        watch();
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        scene.create("a", scene.in(Scene.MINUTE));
        scene.run(Scene.MINUTE);

        assertThat(departure.state()).isEqualTo(State.LOST);
    }

    @Test
    void aStoreThatLostWhatItAcknowledgedEndsTheWatch() {
        watch();
        scene.node.loop().tell(ShardLoop::reclaimAll);
        scene.run(SOON);
        scene.created("a", scene.in(Scene.MINUTE));

        assertThat(departure.state()).isEqualTo(State.LOST);
        assertThat(changed()).isEmpty();
    }

    @Test
    void clientsAreToldToComeAgainWhenTheMoverCanNotFollow() {
        watch();
        var large = "0".repeat(1 << 20);
        int n = 0;
        Answer answer;
        do {
            answer = scene.create("t" + n++, scene.in(Scene.MINUTE).payload(large));
            scene.run(SOON);
        } while (answer.outcome() instanceof Outcome.Decided && n < 100);

        assertThat(answer.outcome()).isEqualTo(new Outcome.NotApplied(Outcome.Reason.OVERLOADED));
        assertThat(n).isBetween(8, 10);
        assertThat(departure.state()).isEqualTo(State.WATCHING);
        assertThat(changed()).hasSize(n - 1);
        var again = scene.create("again", scene.in(Scene.MINUTE));
        scene.run(SOON);
        assertThat(again.outcome()).isInstanceOf(Outcome.Decided.class);
    }

    @Test
    void aShardThatIsGivenFiresNothingAndTakesNothingUntilTheMoveIsOver() {
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.Done());
        var running = scene.created("running", scene.in(Scene.SECOND));
        scene.created("due", scene.in(Duration.ofSeconds(4)));
        scene.run(Duration.ofSeconds(2));
        watch();
        give();
        scene.run(Duration.ofSeconds(10));
        var refused = scene.create("late", scene.in(Scene.SECOND));
        scene.run(SOON);

        assertThat(refused.outcome()).isEqualTo(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
        assertThat(scene.fired("due")).isEmpty();
        assertThat(departure.farewell().underWay())
                .extracting(attempt -> attempt.attempt())
                .containsExactly(AttemptId.nextOf(running));
        scene.node.acquireAll(scene.node.loop());
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("due")).isEmpty();

        scene.node.store().leases().release(List.of(departure.farewell()));
        departure.end();
        scene.node.acquireAll(scene.node.loop());
        scene.run(Scene.MINUTE);

        assertThat(scene.fired("due")).hasSize(1);
    }

    @Test
    void aNewMoverEndsTheWatchOfTheFormer() {
        watch();
        var next = scene.node.departure(shard);
        next.watch();
        scene.run(SOON);

        assertThat(departure.state()).isEqualTo(State.LOST);
        assertThat(next.state()).isEqualTo(State.WATCHING);
        departure.give();
        scene.run(SOON);
        scene.created("a", scene.in(Scene.MINUTE));
    }
}
