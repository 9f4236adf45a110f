package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");

    private static Timer due(Instant executeAt) {
        var key = TimerKey.of("orders", "a");
        var spec =
                new TimerSpec(
                        executeAt,
                        CallbackTarget.of("http://shop:8080/hook"),
                        Payload.NULL,
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        Digest.of(List.of()));
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(1),
                new Revision(1),
                spec,
                executeAt,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                NOON,
                NOON);
    }

    private static Explanation explain(Timer timer, Standing standing) {
        return explain(timer, Optional.empty(), standing);
    }

    private static Explanation explain(Timer timer, Optional<Pause> pause, Standing standing) {
        return Explanation.of(new Entry.Pending(timer), pause, standing, NOON).orElseThrow();
    }

    @Test
    void aTimerThatIsAheadIsScheduled() {
        var explanation = explain(due(NOON.plusSeconds(11_520)), Standing.WAITING);
        assertThat(explanation.state()).isEqualTo(Explanation.State.SCHEDULED);
        assertThat(explanation.text()).isEqualTo("It is due in 3 h 12 min.");
        assertThat(explanation.nextAttemptAt()).hasValue(NOON.plusSeconds(11_520));
    }

    @Test
    void whatStandsInTheWayOfADueTimerIsTold() {
        var timer = due(NOON.minusSeconds(8));
        assertThat(explain(timer, Standing.WAITING).state()).isEqualTo(Explanation.State.OVERDUE);
        assertThat(explain(timer, Standing.NO_ROOM).text()).contains("8 s", "shop:8080");
        assertThat(explain(timer, Standing.GROUP_FULL).state())
                .isEqualTo(Explanation.State.GROUP_LIMIT);
        assertThat(explain(timer, Standing.OPENING).state())
                .isEqualTo(Explanation.State.SHARD_MOVING);
        assertThat(explain(timer, Standing.ELSEWHERE).state())
                .isEqualTo(Explanation.State.SHARD_MOVING);
        var pause = Optional.of(new Pause(timer.key().group(), NOON, Optional.of("audit")));
        assertThat(explain(timer, pause, Standing.NO_ROOM).text())
                .isEqualTo(
                        "Group orders is paused since 2031-05-06T12:00:00Z (audit). It has been due"
                                + " for 8 s.");
    }

    @Test
    void aTimerThatWaitsForALimitOfItsGroupSaysForWhich() {
        var timer = due(NOON.minusSeconds(8));
        var rate = explain(timer, Standing.RATE_REACHED);
        assertThat(rate.state()).isEqualTo(Explanation.State.RATE_LIMIT);
        assertThat(rate.text())
                .isEqualTo("It has been due for 8 s and waits for the rate of group orders.");
        var concurrency = explain(timer, Standing.CONCURRENCY_REACHED);
        assertThat(concurrency.state()).isEqualTo(Explanation.State.CONCURRENCY_LIMIT);
        assertThat(concurrency.text()).endsWith("waits for the concurrency of group orders.");
    }

    @Test
    void anAttemptUnderWayCountsMoreThanAPause() {
        var timer = due(NOON.minusSeconds(8));
        var pause = Optional.of(new Pause(timer.key().group(), NOON, Optional.empty()));
        var explanation = explain(timer, pause, Standing.IN_FLIGHT);
        assertThat(explanation.state()).isEqualTo(Explanation.State.IN_FLIGHT);
        assertThat(explanation.plan().attempts().getFirst().attempt()).isEqualTo(2);
    }

    @Test
    void oneThatWasMovedForItsHostSaysWhich() {
        var moved = due(NOON.minusSeconds(8)).firingAt(NOON.plusSeconds(20));
        var explanation = explain(moved, Standing.WAITING);
        assertThat(explanation.state()).isEqualTo(Explanation.State.HOST_LIMIT);
        assertThat(explanation.text()).contains("shop:8080", "again in 20 s");
    }

    @Test
    void thePlanShowsWhenAttemptsStartAtTheEarliestAndAtTheLatest() {
        var plan = AttemptPlan.of(due(NOON), NOON);
        assertThat(plan.hasMore()).isTrue();
        assertThat(plan.attempts().getFirst().latest()).isEqualTo(NOON);
        assertThat(plan.attempts().get(1).notBefore()).isEqualTo(NOON.plusMillis(2_500));
        assertThat(plan.attempts().get(1).latest())
                .isEqualTo(NOON.plus(CallbackTarget.DEFAULT_TIMEOUT).plus(Duration.ofSeconds(5)));
    }

    @Test
    void whatIsNotThereHasNoExplanation() {
        assertThat(Explanation.of(Entry.absent(), Optional.empty(), Standing.ELSEWHERE, NOON))
                .isEmpty();
    }
}
