package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.GroupRemoval;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.node.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A node that has not heard that its group is deleted, and loses its shard by force. */
class RemovedGroupScriptTest {
    private final Scene scene = new Scene();

    @Test
    void nothingOfTheFormerLifeFiresOnceTheOwnerHasHeardOfTheLoss() {
        scene.created("a", scene.in(Scene.MINUTE.multipliedBy(10)));
        remove();

        scene.run(Scene.MINUTE.multipliedBy(5));
        var refused = scene.create("b", scene.in(Scene.SECOND));
        scene.run(Duration.ofHours(1));

        assertThat(scene.fired("a")).isEmpty();
        assertThat(scene.fired("b")).isEmpty();
        assertThat(scene.isGone("b")).isTrue();
        assertThat(refused.outcome()).isNotInstanceOf(Outcome.Decided.class);
    }

    @Test
    void anAttemptOfTheFormerLifeSettlesNothing() {
        scene.created("a", scene.in(Duration.ofSeconds(10)));
        remove();

        scene.run(Duration.ofHours(1));

        assertThat(scene.fired("a")).hasSizeLessThanOrEqualTo(1);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void theNameThatIsGivenAnewIsServedWithoutTheTimersOfBefore() {
        scene.created("old", scene.in(Scene.MINUTE.multipliedBy(10)));
        remove();
        scene.run(Scene.MINUTE.multipliedBy(2));
        create();
        assertThat(
                        new GroupRevival(store(), new SplittableRandom(2))
                                .revive(scene.node.group().id()))
                .isTrue();
        scene.node.kill();
        scene.node.restart();
        scene.run(Scene.MINUTE.multipliedBy(2));

        scene.created("new", scene.in(Scene.MINUTE));
        scene.run(Duration.ofHours(1));

        assertThat(scene.fired("new")).hasSize(1);
        assertThat(scene.fired("old")).isEmpty();
        assertThat(scene.allPending()).isEmpty();
    }

    private TimerStore store() {
        return scene.node.store();
    }

    private StoredGroup create() {
        var definition =
                new GroupDefinition(scene.node.group(), RetryPolicy.DEFAULT, Duration.ofSeconds(5));
        return store().catalog().create(definition).orElseThrow();
    }

    private void remove() {
        var seen = store().catalog().turn(create(), StoredGroup.Phase.DROPPING).orElseThrow();
        var removal = new GroupRemoval(store(), seen, List.of(), new SplittableRandom(1), 0);
        var progress = removal.step();
        while (progress == GroupRemoval.Progress.UNDER_WAY) {
            progress = removal.step();
        }
        assertThat(progress).isEqualTo(GroupRemoval.Progress.REMOVED);
        assertThat(scene.allPending()).isEmpty();
    }
}
