package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.LeftBehind;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardMove;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Shards that move between two databases in a random life. Movers stand still in the middle and go
 * on when others have done their work, die, get no answers, and are thawed.
 */
final class MovedShards {
    private static final int MOST_MOVERS = 4;

    private final Scene scene;
    private final Random random;
    private final boolean withCrashes;
    private final List<Mover> movers = new ArrayList<>();
    private int moved;

    /** One that works, or stands still. */
    private record Mover(ShardMove move, ShardDeparture departure, ShardId shard, String from) {}

    /**
     * @param withCrashes whether movers die in the middle, and others go on at once
     */
    MovedShards(Scene scene, Random random, boolean withCrashes) {
        this.scene = scene;
        this.random = random;
        this.withCrashes = withCrashes;
        if (!withCrashes) {
            scene.node.leaveAlone(this::isGiven);
        }
    }

    /** As to a node that sees another one live, or has a shard itself. */
    private boolean isGiven(ShardId shard) {
        return movers.stream().anyMatch(it -> it.shard.equals(shard) && it.move.isFrozen());
    }

    /** The store of a scene and another one behind one. */
    static TimerStore between(TimerStore store) {
        return new RoutedTimerStore(
                List.of(
                        new RoutedDatabase("east", store),
                        new RoutedDatabase("west", new MemoryTimerStore(InstantSource.system()))),
                _ -> "east");
    }

    void act() {
        if (movers.size() < MOST_MOVERS && random.nextInt(3) == 0) {
            begin();
        }
        for (var mover : List.copyOf(movers)) {
            act(mover);
        }
    }

    private void begin() {
        var shards = scene.node.group().shards();
        var shard = shards.get(random.nextInt(shards.size()));
        var from = territory(shard, true);
        var departure = scene.node.departure(shard);
        var move =
                new ShardMove(
                        unkind(from),
                        unkind(territory(shard, false)),
                        scene.node.group(),
                        shard,
                        departure,
                        new SplittableRandom(random.nextLong()));
        movers.add(new Mover(move, departure, shard, from.name()));
    }

    private Territory territory(ShardId shard, boolean isHome) {
        return scene.node.way().territories().stream()
                .filter(it -> it.homes().holds(shard) == isHome)
                .findFirst()
                .orElseThrow();
    }

    private Territory unkind(Territory territory) {
        return new Territory(
                territory.name(), new UnkindStore(territory.store(), random), territory.homes());
    }

    private void act(Mover mover) {
        switch (random.nextInt(8)) {
            case 0, 1 -> {}
            case 2 -> thaw(mover);
            case 3 -> {
                if (withCrashes && random.nextInt(10) == 0) {
                    end(mover);
                }
            }
            default -> steps(mover, random.nextInt(30));
        }
    }

    private void thaw(Mover mover) {
        boolean isThawed = !mover.move.isFrozen();
        while (!isThawed) {
            try {
                mover.move.thaw();
                isThawed = true;
            } catch (StoreException e) {
                // The next owner takes it as from a node that died.
                isThawed = withCrashes;
            }
        }
    }

    private void steps(Mover mover, int most) {
        for (int step = 0; step < most; step++) {
            try {
                switch (mover.move.step()) {
                    case UNDER_WAY -> {}
                    case WAITING -> {
                        return;
                    }
                    case MOVED -> {
                        moved++;
                        checkArrived(mover);
                        end(mover);
                        return;
                    }
                    case OVER, UNDONE -> {
                        end(mover);
                        return;
                    }
                }
            } catch (StoreException e) {
                return;
            }
        }
    }

    /**
     * What was left, unless it was removed already, is what has come. Where movers die, somebody
     * may have it already who took this one for dead.
     */
    private void checkArrived(Mover mover) {
        var left = entries(mover, it -> it.name().equals(mover.from));
        if (!withCrashes && !left.isEmpty()) {
            assertThat(entries(mover, it -> !it.name().equals(mover.from))).isEqualTo(left);
        }
    }

    private Set<Entry> entries(Mover mover, Predicate<Territory> which) {
        var group = scene.node.group();
        var store =
                scene.node.way().territories().stream()
                        .filter(which)
                        .findFirst()
                        .orElseThrow()
                        .store();
        var entries = new HashSet<Entry>();
        store.lists()
                .browse(group, PositionRange.from(Position.START), Integer.MAX_VALUE)
                .forEach(timer -> entries.add(new Entry.Pending(timer)));
        for (var state : TimerState.KEPT) {
            store.lists()
                    .kept(group, new KeptQuery(state, Position.END, Integer.MAX_VALUE))
                    .forEach(kept -> entries.add(new Entry.Kept(kept)));
        }
        entries.removeIf(entry -> !group.shardOf(keyOf(entry)).equals(mover.shard));
        return entries;
    }

    private static TimerKey keyOf(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> throw new IllegalStateException("nothing has no key");
            case Entry.Pending(var timer) -> timer.key();
            case Entry.Kept(var kept) -> kept.timer().key();
        };
    }

    /** The mover is gone; whoever should own the shard looks where it lives and takes it. */
    private void end(Mover mover) {
        thaw(mover);
        movers.remove(mover);
        mover.departure.end();
        look();
        if (random.nextInt(2) == 0) {
            clear(mover);
        }
    }

    private void look() {
        scene.node.way().lookAtHomes(scene.node.group().id());
        if (withCrashes) {
            scene.node.acquireAll(scene.node.loop());
        } else {
            scene.node.acquire(scene.node.loop(), free());
        }
    }

    /** Not those that another loop is just about to release. */
    private List<ShardRow> free() {
        return scene.node.way().leases().shards(scene.node.group().id()).stream()
                .filter(row -> row.owner().isEmpty() && !isGiven(row.shard()))
                .toList();
    }

    private void clear(Mover mover) {
        var store =
                scene.node.way().territories().stream()
                        .filter(it -> it.name().equals(mover.from))
                        .findFirst()
                        .orElseThrow()
                        .store();
        var left =
                new LeftBehind(
                        store,
                        scene.node.group(),
                        mover.shard,
                        new SplittableRandom(random.nextLong()));
        while (left.step() == LeftBehind.Progress.UNDER_WAY) {
            // Until nothing is left, or the shard is back.
        }
    }

    /** All movers end, those that may die in the middle. */
    void heal() {
        while (!movers.isEmpty()) {
            for (var mover : List.copyOf(movers)) {
                if (withCrashes) {
                    end(mover);
                } else {
                    steps(mover, 1);
                    scene.run(Duration.ofMillis(1));
                }
            }
        }
    }

    /** Each shard has one home. */
    void check() {
        look();
        for (var shard : scene.node.group().shards()) {
            assertThat(scene.node.way().territories().stream().map(Territory::homes))
                    .as("homes of %s", shard)
                    .filteredOn(homes -> homes.holds(shard))
                    .hasSize(1);
        }
    }

    /** How often a shard came to another database. */
    int moved() {
        return moved;
    }
}
