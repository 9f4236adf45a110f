package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Memory is bounded in bytes, whatever is stored; and nothing is lost by that. */
class WindowBudgetTest {
    private static final LoopSettings SMALL =
            new LoopSettings(1 << 20, 2_000, 2_000, Duration.ofSeconds(5), Duration.ofDays(1), 100);

    private final List<PositionRange> pages = new ArrayList<>();
    private int largestPage;
    private final Scene scene = new Scene(Group.of("default", 1), SMALL, WatchingStore::new);

    private final class WatchingStore extends ForwardingStore {
        WatchingStore(TimerStore store) {
            super(store);
        }

        @Override
        public Page page(ShardId shard, PositionRange range, PageLimit limit) {
            var page = super.page(shard, range, limit);
            pages.add(range);
            largestPage = Math.max(largestPage, page.timers().size());
            return page;
        }
    }

    private void fill(int count, Instant begin, Duration apart) {
        for (int i = 0; i < count; i++) {
            scene.create("t" + i, Ask.at(begin.plus(apart.multipliedBy(i))));
            scene.run(i % 200 == 0 ? Duration.ofMillis(5) : Duration.ZERO);
        }
        scene.run(Scene.SECOND);
        assertThat(scene.allPending()).hasSize(count);
    }

    @Test
    void aHundredThousandTimersFireInOrderFromASmallWindow() {
        var begin = scene.now().plusSeconds(120);
        fill(100_000, begin, Duration.ofMillis(1));
        scene.run(Duration.between(scene.now(), begin.plusSeconds(101)));
        var seen = scene.node.receivers().seen();
        assertThat(seen).hasSize(100_000);
        assertThat(seen)
                .isSortedAccordingTo(Comparator.comparing(one -> one.attempt().timer().fireAt()));
        assertThat(seen)
                .allMatch(one -> one.at().isBefore(one.attempt().timer().fireAt().plusMillis(200)));
        assertThat(scene.allPending()).isEmpty();
        assertThat(scene.node.alarms()).isEmpty();
        assertThat(largestPage).isLessThan(1_000);
    }

    @Test
    void timersCreatedBeforeTheEndOfAFullWindowFireInTheirPlace() {
        var begin = scene.now().plusSeconds(60);
        fill(5_000, begin, Duration.ofMillis(10));
        for (int i = 0; i < 500; i++) {
            scene.create("early" + i, Ask.at(begin.plusMillis(3L * i)));
            scene.run(Duration.ofMillis(i % 20));
        }
        scene.run(Duration.ofMinutes(3));
        assertThat(scene.node.receivers().seen()).hasSize(5_500);
        for (int i = 0; i < 500; i++) {
            assertThat(scene.firedAt("early" + i)).containsExactly(begin.plusMillis(3L * i));
        }
    }

    @Test
    void pagesStartAtTheMarkAfterManyTimersHaveFired() {
        var begin = scene.now().plusSeconds(10);
        fill(3_000, begin, Duration.ofMillis(10));
        scene.run(Duration.between(scene.now(), begin.plusSeconds(20)));
        scene.node.kill();
        pages.clear();
        scene.node.restart();
        scene.run(Scene.SECOND);
        var from = pages.getFirst().fromInclusive().fireAt();
        assertThat(from).isBetween(begin.plusSeconds(10), begin.plusSeconds(20));
        scene.run(Scene.MINUTE);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void aTimerForThePastIsStoredAtTheMarkAndFiresAtOnce() {
        var begin = scene.now().plusSeconds(10);
        fill(1_000, begin, Duration.ofMillis(1));
        scene.run(Scene.MINUTE);
        scene.create("past", Ask.at(begin.minusSeconds(1_000)));
        scene.run(Duration.ofMillis(10));
        assertThat(scene.fired("past")).hasSize(1);
        var fired = scene.fired("past").getFirst().attempt().timer();
        assertThat(fired.spec().executeAt()).isEqualTo(begin.minusSeconds(1_000));
        assertThat(fired.fireAt()).isBetween(begin, scene.now());
    }

    @Test
    void theMarkNeverDelaysATimer() {
        for (int i = 0; i < 2_000; i++) {
            var ask = scene.in(Duration.ofMillis(1 + i % 13));
            scene.create("t" + i, ask);
            scene.run(Duration.ofMillis(3));
            scene.run(Duration.ofMillis(i % 3));
        }
        scene.run(Scene.SECOND);
        assertThat(scene.node.receivers().seen()).hasSize(2_000);
        assertThat(scene.node.receivers().seen())
                .allMatch(
                        seen ->
                                seen.at()
                                        .isBefore(
                                                seen.attempt()
                                                        .timer()
                                                        .spec()
                                                        .executeAt()
                                                        .plusMillis(5)));
    }

    /** New shards make windows smaller, so that a page that was wanted is not any more. */
    @Test
    void aChangeThatWaitsBehindAPageIsCommittedWhenThePageIsNotWantedAnyMore() {
        var group = Group.of("default", 64);
        var many = new Scene(group, SMALL, store -> store);
        var ids = idsOf(group, 0, 501);
        var begin = many.now().plusSeconds(10);
        for (int i = 0; i < 500; i++) {
            var at = i < 100 ? begin : begin.plus(Duration.ofHours(1)).plusSeconds(i);
            many.create(ids.get(i), Ask.at(at));
            many.run(Duration.ofMillis(1));
        }
        many.node.kill();
        var loop = many.node.newLoop("other");
        var rows = many.node.store().leases().shards(group.id());
        many.node.acquire(loop, rows.subList(0, 3));
        many.run(Duration.between(many.now(), begin.minusSeconds(1)));
        many.node.fail(StoreOperation.COMMIT, StoreFault.SLOW, StoreFault.SLOW);
        createAt(loop, many, idsOf(group, 1, 1).getFirst());
        many.run(Duration.ofMillis(100));
        createAt(loop, many, idsOf(group, 2, 1).getFirst());
        many.run(Scene.SECOND);
        assertThat(many.node.receivers().seen()).hasSize(100);
        var answers = createAt(loop, many, ids.getLast());
        many.run(Duration.ofMillis(100));
        many.node.acquire(loop, rows);
        many.run(Scene.MINUTE);
        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst()).isInstanceOf(Outcome.Decided.class);
    }

    private static List<Outcome> createAt(SimulatedLoop<ShardLoop> loop, Scene many, String id) {
        var answers = new ArrayList<Outcome>();
        var key = many.key(id);
        var spec = many.in(Duration.ofDays(1)).spec();
        var uuid = TimerUuid.of(key);
        loop.tell(
                it ->
                        it.submit(
                                many.node.group().shardOf(key),
                                stamp -> new Create(key, uuid, spec, stamp),
                                Long.MAX_VALUE,
                                answers::add));
        return answers;
    }

    private static List<String> idsOf(Group group, int shard, int count) {
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(i -> "t" + i)
                .filter(id -> group.shardOf(id).index() == shard)
                .limit(count)
                .toList();
    }
}
