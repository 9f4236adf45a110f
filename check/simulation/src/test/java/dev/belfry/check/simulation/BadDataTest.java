package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Alarm;
import dev.belfry.node.Outcome;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 7: no data can make a commit fail for ever. */
class BadDataTest {
    private boolean refusesSettlements;
    private final Scene scene = new Scene(Group.of("default", 4), SingleNode.roomy(), Picky::new);

    /** Can not store timers whose id begins with "bad", nor settlements while told so. */
    private final class Picky extends ForwardingStore {
        Picky(TimerStore store) {
            super(store);
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            for (var commit : commits) {
                for (var mutation : commit.mutations()) {
                    if (mutation.key().id().startsWith("bad")
                            || (refusesSettlements && mutation instanceof Settle)) {
                        throw new StoreException.Rejected("can not store " + mutation.key());
                    }
                }
            }
            return super.commit(commits);
        }
    }

    @Test
    void onlyTheBadChangesOfManyAreRefused() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        scene.create("first", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMillis(10));
        var good = new ArrayList<Answer>();
        var bad = new ArrayList<Answer>();
        for (int i = 0; i < 500; i++) {
            good.add(scene.create("t" + i, scene.in(Scene.MINUTE)));
            if (i % 100 == 7) {
                bad.add(scene.create("bad" + i, scene.in(Scene.MINUTE)));
            }
        }
        scene.run(Duration.ofSeconds(9));
        assertThat(good).allMatch(answer -> answer.verdict() == Verdict.CREATED);
        assertThat(bad).hasSize(5).allMatch(answer -> answer.outcome() instanceof Outcome.Refused);
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.node.receivers().seen()).hasSize(501);
    }

    @Test
    void theRefusalSaysWhatTheStoreSaid() {
        var answer = scene.create("bad", scene.in(Scene.MINUTE));
        scene.run(Scene.SECOND);
        assertThat(answer.outcome()).isEqualTo(new Outcome.Refused("can not store default/bad"));
    }

    @Test
    void aRefusalAfterADoubtCanNotTellAndSaysSo() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED, StoreFault.REJECTED);
        var answer = scene.create("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(answer.isUnknown()).isTrue();
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aSettlementThatIsRefusedIsTriedAgainLaterAndTheTimerIsNotFiredAgain() {
        scene.created("a", scene.in(Scene.SECOND));
        refusesSettlements = true;
        scene.run(Duration.ofSeconds(20));
        assertThat(scene.alarms(Alarm.SettlementRefused.class)).hasSize(1);
        refusesSettlements = false;
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aTimerWithARefusedSettlementCanBeDeleted() {
        scene.created("a", scene.in(Scene.SECOND));
        refusesSettlements = true;
        scene.run(Duration.ofSeconds(5));
        var answer = scene.delete("a");
        scene.run(Duration.ofMinutes(2));
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.alarms(Alarm.SettlementRefused.class)).hasSize(1);
    }

    @Test
    void aRefusedSettlementOfAShardThatWasLostDoesNotKeepTheLoopFromBecomingQuiet() {
        scene.created("a", scene.in(Scene.SECOND));
        refusesSettlements = true;
        scene.run(Duration.ofSeconds(5));
        refusesSettlements = false;
        scene.node.acquireAll(scene.node.newLoop("other"));
        scene.run(Scene.SECOND);
        var id = "a";
        scene.repay(id, "2");
        scene.run(Scene.MINUTE);
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isNotEmpty();
        var quiet = new ArrayList<String>();
        scene.node.loop().tell(loop -> loop.whenQuiet(() -> quiet.add("quiet")));
        scene.run(Scene.SECOND);
        assertThat(quiet).hasSize(1);
    }
}
