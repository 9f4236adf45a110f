package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.node.Alarm;
import dev.belfry.node.Outcome.Reason;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules 6 and 7: claims without an answer, a shard that is another's, a store that stays away. */
class RecoveryTest {
    private final Scene scene = new Scene();

    private void failAll(StoreOperation operation, StoreFault fault) {
        scene.node.faults(op -> op == operation ? fault : StoreFault.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST", "SLOW"})
    void aFirstClaimThatGoesWrongIsMadeAgain(StoreFault fault) {
        scene.created("a", scene.in(Duration.ofSeconds(10)));
        scene.node.fail(StoreOperation.CLAIM, fault, fault, fault);
        scene.node.restart();
        var answer = scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("b")).hasSize(1);
        assertThat(answer.isThere()).isTrue();
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aClaimAfterADoubtThatGoesWrongIsMadeAgain(StoreFault fault) {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        scene.node.fail(StoreOperation.CLAIM, fault, fault);
        var answer = scene.create("a", scene.in(Duration.ofSeconds(10)));
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
    }

    @Test
    void aClaimAfterADoubtNeverStealsAShardThatIsAnothers() {
        failAll(StoreOperation.CLAIM, StoreFault.UNAVAILABLE);
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        var doubtful = scene.create("a", scene.in(Duration.ofSeconds(10)));
        scene.run(Duration.ofMillis(100));
        var waiting = scene.create("b", scene.in(Duration.ofSeconds(10)));
        scene.run(Duration.ofMillis(100));
        scene.node.heal();
        var other = scene.node.newLoop("other");
        scene.node.fail(StoreOperation.CLAIM, StoreFault.NONE, StoreFault.NONE);
        scene.node.acquireAll(other);
        scene.run(Scene.MINUTE);
        assertThat(doubtful.isUnknown()).isTrue();
        assertThat(waiting.isRefusedFor(Reason.NOT_OWNER)).isTrue();
        assertThat(scene.alarms(Alarm.LeaseLost.class)).hasSize(1);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("b")).isEmpty();
        assertThat(scene.node.store().leases().shards(scene.node.group().id()).getFirst().owner())
                .hasValueSatisfying(owner -> assertThat(owner.node().value()).isEqualTo("other"));
    }

    @Test
    void anOwnerThatLostItsLeaseChangesNothingAndSaysSo() {
        scene.created("a", scene.in(Scene.MINUTE));
        var other = scene.node.newLoop("other");
        scene.node.acquireAll(other);
        scene.run(Scene.SECOND);
        var answer = scene.delete("a");
        scene.run(Scene.SECOND);
        assertThat(answer.isRefusedFor(Reason.NOT_OWNER)).isTrue();
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        var later = scene.create("b", scene.in(Scene.SECOND));
        scene.run(Scene.SECOND);
        assertThat(later.isRefusedFor(Reason.NOT_OWNER)).isTrue();
    }

    @Test
    void aStoreThatNeverAnswersCommitsIsNotCalledInAHotLoop() {
        scene.created("a", scene.in(Scene.SECOND));
        failAll(StoreOperation.COMMIT, StoreFault.UNKNOWN_NOT_APPLIED);
        scene.run(Duration.ofSeconds(31));
        assertThat(scene.node.storePort().count(StoreOperation.COMMIT)).isLessThan(100);
        scene.node.heal();
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("a")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(StoreOperation.class)
    void anOutageOfAnyOperationHeals(StoreOperation operation) {
        scene.created("a", scene.in(Duration.ofSeconds(40)));
        failAll(operation, StoreFault.UNAVAILABLE);
        scene.node.restart();
        scene.create("b", scene.in(Duration.ofSeconds(40)));
        scene.run(Duration.ofSeconds(30));
        scene.node.heal();
        var answer = scene.create("c", scene.in(Duration.ofSeconds(20)));
        scene.run(Duration.ofMinutes(5));
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("c")).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void timersInTheWindowFireDuringAnOutageAndAreSettledAfterIt() {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        var due = scene.pending("a").fireAt();
        scene.node.faults(_ -> StoreFault.UNAVAILABLE);
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.firedAt("a")).containsExactly(due);
        scene.node.heal();
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("a")).hasSize(1);
    }
}
