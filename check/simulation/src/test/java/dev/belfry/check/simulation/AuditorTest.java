package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Alarm;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 12: the auditor looks everywhere, on a budget, and heals what nobody works on. */
class AuditorTest {
    private String hidden = "";
    private final Scene scene =
            new Scene(Group.of("default", 1), SingleNode.roomy(), ForgetfulStore::new);

    /** Leaves one timer out of its pages, as a broken replica would. */
    private final class ForgetfulStore extends ForwardingStore {
        ForgetfulStore(TimerStore store) {
            super(store);
        }

        @Override
        public Page page(ShardId shard, PositionRange range, PageLimit limit) {
            var page = super.page(shard, range, limit);
            var shown =
                    page.timers().stream()
                            .filter(timer -> !timer.key().id().equals(hidden))
                            .toList();
            return new Page(shown, page.knownUntil());
        }
    }

    /** Writes a row as a mistaken owner would: before the mark that it leaves behind. */
    private void plantBehindTheMark(String id, Instant fireAt, Instant mark) {
        var store = scene.node.store();
        var seen = store.leases().shards(scene.node.group().id()).getFirst();
        var claim = Claim.of(seen, new Incarnation(new NodeId("mistaken"), 1), 7);
        store.leases().claim(List.of(claim));
        var key = scene.key(id);
        var stamp = new Stamp(new Revision(1), scene.now());
        var create = new Create(key, TimerUuid.of(key), Ask.at(fireAt).spec(), stamp);
        var commit = new ShardCommit(claim.lease(), 1, Instants.EARLIEST, false, List.of(create));
        store.timers().commit(List.of(commit));
        store.leases().release(List.of(new Release(claim.lease(), mark, List.of())));
    }

    @Test
    void aRowBehindTheMarkIsFoundReportedOnceAndFired() {
        scene.node.kill();
        plantBehindTheMark("a", scene.now().minusSeconds(60), scene.now());
        scene.node.restart();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.node.alarms()).containsExactly(new Alarm.RowUnattended(scene.key("a")));
    }

    @Test
    void aRowInsideTheWindowThatNobodyKnowsIsFoundReportedOnceAndFiredOnTime() {
        scene.created("a", scene.in(Duration.ofSeconds(30)));
        scene.created("b", scene.in(Duration.ofMinutes(1)));
        var due = scene.pending("a").fireAt();
        hidden = "a";
        scene.node.restart();
        scene.run(Duration.ofSeconds(5));
        hidden = "";
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.firedAt("a")).containsExactly(due);
        assertThat(scene.fired("b")).hasSize(1);
        assertThat(scene.node.alarms()).containsExactly(new Alarm.RowUnattended(scene.key("a")));
    }

    @Test
    void nothingIsReportedInALifeWithoutMistakes() {
        for (int i = 0; i < 500; i++) {
            scene.create("t" + i, scene.in(Duration.ofMillis(20L * i)));
            scene.run(Duration.ofMillis(i % 7));
        }
        scene.run(Scene.MINUTE);
        assertThat(scene.node.alarms()).isEmpty();
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void anIdleLoopMakesNoCallsBesideTheAudit() {
        scene.run(Scene.SECOND);
        var port = scene.node.storePort();
        int commits = port.count(StoreOperation.COMMIT);
        int pages = port.count(StoreOperation.PAGE);
        int claims = port.count(StoreOperation.CLAIM);
        int audits = port.count(StoreOperation.AUDIT);
        int looks = port.count(StoreOperation.EXPIRED);
        scene.run(Duration.ofMinutes(10));
        assertThat(port.count(StoreOperation.COMMIT)).isEqualTo(commits);
        assertThat(port.count(StoreOperation.PAGE)).isEqualTo(pages);
        assertThat(port.count(StoreOperation.CLAIM)).isEqualTo(claims);
        assertThat(port.count(StoreOperation.PAUSES)).isZero();
        assertThat(port.count(StoreOperation.AUDIT) - audits).isBetween(590, 601);
        assertThat(port.count(StoreOperation.EXPIRED) - looks).isBetween(9, 11);
    }

    @Test
    void failedAuditsAreMadeAgainAndHarmNothing() {
        scene.node.kill();
        plantBehindTheMark("a", scene.now().minusSeconds(60), scene.now());
        scene.node.fail(
                StoreOperation.AUDIT,
                StoreFault.UNAVAILABLE,
                StoreFault.UNKNOWN_NOT_APPLIED,
                StoreFault.REJECTED);
        scene.node.restart();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
    }

    /** New shards make windows smaller: what was dropped lies in the store and is in order. */
    @Test
    void rowsThatLeftTheWindowWhileTheAuditorReadAreNotReported() {
        var group = Group.of("default", 64);
        var settings =
                new LoopSettings(
                        1 << 20, 1_000, 100, Duration.ofSeconds(5), Duration.ofMillis(500), 1_000);
        var many = new Scene(group, settings, store -> store);
        var at = many.now().plusSeconds(3_600);
        for (int i = 0; i < 20_000; i++) {
            if (group.shardOf("t" + i).index() == 0) {
                many.create("t" + i, Ask.at(at.plusMillis(i)));
                many.run(Duration.ofMillis(1));
            }
        }
        many.node.kill();
        var loop = many.node.newLoop("other");
        var rows = many.node.store().leases().shards(group.id());
        many.node.acquire(loop, rows.subList(0, 1));
        many.run(Duration.ofMillis(300));
        many.node.fail(StoreOperation.AUDIT, StoreFault.SLOW);
        many.run(Duration.ofMillis(500));
        assertThat(many.node.storePort().count(StoreOperation.AUDIT)).isOne();
        many.node.acquire(loop, rows);
        many.run(Duration.ofMinutes(1));
        assertThat(many.alarms(Alarm.RowUnattended.class)).isEmpty();
    }

    @Test
    void anAuditThatTakesLongerThanItsIntervalReachesEverything() {
        var two = new Scene(Group.of("default", 2), SingleNode.roomy(), ForgetfulStore::new);
        var at = two.now().plus(Duration.ofHours(1));
        for (int i = 0; i < 700; i++) {
            two.create("t" + i, Ask.at(at.plusMillis(i)));
        }
        two.run(Scene.SECOND);
        hidden = "t699";
        two.node.faults(op -> op == StoreOperation.AUDIT ? StoreFault.SLOW : StoreFault.NONE);
        two.node.restart();
        two.run(Scene.SECOND);
        hidden = "";
        two.run(Duration.ofMinutes(5));
        assertThat(two.node.alarms()).containsExactly(new Alarm.RowUnattended(two.key("t699")));
    }

    @Test
    void aShardThatIsAlwaysBusyIsAuditedToo() {
        scene.created("lost", scene.in(Duration.ofSeconds(50)));
        hidden = "lost";
        scene.node.restart();
        scene.run(Duration.ofMillis(1_500));
        hidden = "";
        scene.node.storePort().latency(Duration.ofMillis(20));
        for (int i = 0; i < 10_000; i++) {
            scene.create("t" + i, scene.in(Duration.ofHours(1)));
            scene.run(Duration.ofMillis(3));
        }
        assertThat(scene.alarms(Alarm.RowUnattended.class)).hasSize(1);
    }
}
