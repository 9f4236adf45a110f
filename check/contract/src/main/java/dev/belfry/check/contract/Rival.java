package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the shard, reads it, commits some timers, and is taken from. It remembers what was
 * acknowledged and what was refused, and sees at each claim that its own are there. Confined to a
 * thread, but for stopping and waiting.
 */
public final class Rival implements Callable<Void> {
    private static final int COMMITS_PER_LEASE = 5;
    private static final int LONGEST_WAIT_SECONDS = 120;

    private final TimerStore store;
    private final String name;
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private final Semaphore commits = new Semaphore(0);
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private int count;
    private int unavailable;
    private int unknown;

    public Rival(TimerStore store, String name) {
        this.store = store;
        this.name = name;
    }

    public Set<String> acknowledged() {
        return acknowledged;
    }

    public Set<String> refused() {
        return refused;
    }

    public void stop() {
        stopped = true;
    }

    public void awaitCommits(int number) {
        commits.drainPermits();
        try {
            boolean done = false;
            for (int second = 0; second < LONGEST_WAIT_SECONDS && !done; second++) {
                assertThat(failure).isNull();
                done = commits.tryAcquire(number, 1, TimeUnit.SECONDS);
            }
            assertThat(done).as(toString()).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Void call() {
        while (!stopped) {
            try {
                own();
            } catch (StoreException.Unavailable e) {
                unavailable++;
                rest();
            } catch (StoreException.OutcomeUnknown e) {
                // What it was is open, and the next claim fences it.
                unknown++;
                rest();
            } catch (RuntimeException | AssertionError e) {
                failure = e;
                throw e;
            }
        }
        return null;
    }

    private void own() {
        var claim = OneShard.nextClaim(store);
        if (!(store.leases().claim(List.of(claim)).getFirst() instanceof ClaimResult.Claimed won)) {
            return;
        }
        var shard = OneShard.of(store, won);
        assertThat(visible(shard)).containsAll(acknowledged).noneMatch(refused::contains);
        for (int n = 0; n < COMMITS_PER_LEASE && !stopped; n++) {
            var creates = nextCreates();
            var ids = creates.stream().map(create -> create.key().id()).toList();
            switch (shard.send(creates, false)) {
                case CommitResult.Committed _ -> {
                    acknowledged.addAll(ids);
                    commits.release();
                }
                case CommitResult.LeaseLost() -> {
                    refused.addAll(ids);
                    return;
                }
            }
        }
    }

    private Set<String> visible(OneShard shard) {
        return store
                .timers()
                .page(shard.id(), PositionRange.from(Position.START), OwnedShard.NO_LIMIT)
                .timers()
                .stream()
                .map(timer -> timer.key().id())
                .collect(Collectors.toSet());
    }

    private List<Create> nextCreates() {
        count++;
        return IntStream.range(0, 3)
                .mapToObj(
                        row -> TimerRequest.timer("%s-%d-%d".formatted(name, count, row)).create())
                .toList();
    }

    /** What somebody does who waits for servers to come back. */
    public static void rest() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "%s: %d acknowledged, %d refused, %d unavailable, %d unknown"
                .formatted(name, acknowledged.size(), refused.size(), unavailable, unknown);
    }
}
