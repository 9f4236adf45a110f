package dev.belfry.check.chaos;

import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.Wanted;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A timer for every shard, again and again, asked for well before it is due: whenever nobody works
 * on a shard, the lateness of its timers shows it. Thread-safe.
 */
final class Metronome implements AutoCloseable {
    static final String PREFIX = "tick";

    /** Longer than a takeover: what is due meanwhile was there before. */
    static final Duration AHEAD = Duration.ofSeconds(9);

    private final Client client;
    private final Wanted wanted;
    private final Group group;
    private final Duration apart;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean stopped;

    Metronome(Client client, Wanted wanted, Group group, Duration apart) {
        this.client = client;
        this.wanted = wanted;
        this.group = group;
        this.apart = apart;
    }

    /** Each shard has a client of its own, so that one without owner does not hold up others. */
    Future<?> start() {
        return threads.submit(
                () -> {
                    var from = Instant.now();
                    for (int i = 0; !stopped; i++) {
                        var next = from.plus(apart.multipliedBy(i));
                        Thread.sleep(Math.max(0, Duration.between(Instant.now(), next).toMillis()));
                        tick(i, Instants.ceilToMillis(next.plus(AHEAD)));
                    }
                    return null;
                });
    }

    private void tick(int number, Instant due) {
        for (var shard : group.shards()) {
            var id = idIn(shard.index(), number);
            threads.execute(() -> create(id, due));
        }
    }

    private void create(String id, Instant due) {
        try {
            client.create(id, wanted.specAt(due));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String idIn(int shard, int number) {
        int i = 0;
        var id = PREFIX + number + "-" + i;
        while (group.shardOf(id).index() != shard) {
            id = PREFIX + number + "-" + ++i;
        }
        return id;
    }

    void stop(Future<?> running) throws InterruptedException, ExecutionException {
        stopped = true;
        running.get();
        threads.close();
    }

    @Override
    public void close() {
        stopped = true;
        threads.close();
    }
}
