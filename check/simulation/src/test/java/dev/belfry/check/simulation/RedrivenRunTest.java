package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.RedriveRun;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome.AttemptHint;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A single run that was started again is a row beside its schedule, and goes with it. */
class RedrivenRunTest {
    private final Scene scene = new Scene();

    /** The instant of a run that has failed for good. */
    private Instant failedRun() {
        var rule = new Rule.Every(Scene.MINUTE, scene.now().plus(Scene.SECOND));
        var place = Recurrence.first(TimerSchedule.of(rule), scene.now()).orElseThrow();
        var key = scene.key("a");
        var spec = scene.in(Scene.SECOND).spec().recurrence(place);
        scene.reply(new CallbackReply.FailedForGood("gone"));
        scene.ask("a", stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
        scene.run(Duration.ofSeconds(2));
        return scene.pending("a").recurrence().orElseThrow().failed().getFirst();
    }

    private Answer redrive(Instant run) {
        var former = scene.pending("a").recurrence().orElseThrow().redriven();
        return scene.ask("a", stamp -> new RedriveRun(scene.key("a"), run, former, stamp));
    }

    private TimerKey run(Instant run) {
        return scene.key("a").ofRun(run);
    }

    @Test
    void theCallerIsToldOfTheRun() {
        var run = failedRun();

        var answer = redrive(run);
        scene.run(Duration.ofMillis(100));

        assertThat(answer.verdict()).isEqualTo(Verdict.REDRIVEN);
        assertThat(scene.node.receivers().seen(run(run))).hasSize(1);
        var gone = redrive(run.plusSeconds(7));
        scene.run(Duration.ofMillis(100));
        assertThat(gone.verdict()).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void aDeleteOfTheScheduleTellsOfTheAttemptOfItsRun() {
        var run = failedRun();
        scene.replyAfter(Scene.SECOND, CallbackReply.Failed.unanswered("refused"));
        redrive(run);
        scene.run(Duration.ofMillis(100));

        var answer = scene.delete("a");
        scene.run(Scene.MINUTE);

        assertThat(answer.hint()).isEqualTo(AttemptHint.IN_FLIGHT);
        assertThat(scene.node.receivers().seen(run(run))).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void aRunIsNotStartedAgainTwiceByOneRequestInDoubt() {
        var run = failedRun();
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);

        var answer = redrive(run);
        scene.run(Duration.ofSeconds(10));

        assertThat(answer.verdict()).isEqualTo(Verdict.REDRIVEN);
        assertThat(scene.node.receivers().seen(run(run))).hasSize(1);
    }
}
