package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.Entry;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Promises 1 to 3 at every step of a scripted life: the node is killed after each event of it. */
class CrashTest {
    private static final int MOST_EVENTS = 400;

    private final Map<String, Answer> answers = new LinkedHashMap<>();

    private static Behaviour reply(String id, int attempt) {
        return switch (id) {
            case "retried" ->
                    Behaviour.of(
                            attempt < 3
                                    ? new CallbackReply.Failed("503", Optional.empty())
                                    : new CallbackReply.Done());
            case "refused" -> Behaviour.of(new CallbackReply.FailedForGood("404"));
            case "slow" -> new Behaviour(new CallbackReply.Done(), Duration.ofSeconds(4));
            default -> Behaviour.of(new CallbackReply.Done());
        };
    }

    /** The life: each request is an event some time after the one before. */
    private void begin(Scene scene) {
        answers.clear();
        scene.node.receivers().behave(it -> reply(it.timer().key().id(), it.id().number()));
        var events = scene.node.events();
        var at = scene.now();
        var asks = new LinkedHashMap<String, Runnable>();
        for (var id :
                new String[] {"plain", "retried", "refused", "slow", "put", "moved", "gone"}) {
            asks.put(id, () -> answers.put(id, scene.create(id, Ask.at(at.plusSeconds(3)))));
        }
        asks.put(
                "put again",
                () -> answers.put("put again", scene.put("put", Ask.at(at.plusSeconds(5)))));
        asks.put(
                "moved again",
                () -> answers.put("moved again", scene.reschedule("moved", at.plusSeconds(6))));
        asks.put("deleted", () -> answers.put("deleted", scene.delete("gone")));
        var delay = Duration.ZERO;
        for (var ask : asks.values()) {
            events.after(delay, ask);
            delay = delay.plusMillis(7);
        }
    }

    private boolean isAcknowledged(String request, Verdict verdict) {
        var answer = answers.get(request);
        return answer != null
                && answer.isThere()
                && answer.outcome() instanceof Outcome.Decided decided
                && decided.decision().verdict() == verdict;
    }

    @Test
    void nothingAcknowledgedIsLostAndNothingFiresEarlyWhereverTheNodeIsKilled() {
        for (int events = 0; events < MOST_EVENTS; events++) {
            var scene = new Scene();
            begin(scene);
            scene.node.events().runEvents(events);
            scene.node.kill();
            scene.run(Duration.ofMillis(events % 5 * 500L));
            scene.node.restart();
            scene.run(Duration.ofMinutes(5));
            check(scene, events);
        }
    }

    private void check(Scene scene, int events) {
        for (var id : new String[] {"plain", "retried", "slow", "put", "moved"}) {
            if (isAcknowledged(id, Verdict.CREATED)) {
                assertThat(scene.fired(id)).as("%s after %d", id, events).isNotEmpty();
                assertThat(scene.isGone(id)).as("%s after %d", id, events).isTrue();
            }
        }
        if (isAcknowledged("refused", Verdict.CREATED)) {
            assertThat(scene.entry("refused")).isInstanceOf(Entry.Kept.class);
        }
        if (isAcknowledged("put again", Verdict.REPLACED)) {
            assertThat(scene.fired("put")).as("after %d", events).hasSizeLessThan(3);
        }
        if (isAcknowledged("deleted", Verdict.DELETED)) {
            assertThat(scene.fired("gone")).as("after %d", events).isEmpty();
        }
        assertThat(scene.allPending()).as("after %d", events).isEmpty();
        assertThat(scene.node.receivers().seen())
                .as("after %d", events)
                .allMatch(seen -> !seen.at().isBefore(seen.attempt().timer().spec().executeAt()))
                .allMatch(seen -> !seen.at().isBefore(seen.attempt().timer().fireAt()));
    }
}
