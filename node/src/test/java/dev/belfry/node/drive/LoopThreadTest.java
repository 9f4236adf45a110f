package dev.belfry.node.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.Ports;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.Shards;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopThreadTest {
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final SystemClock clock = new SystemClock();
    private final CountDownLatch audits = new CountDownLatch(2);
    private final LoopThread<ShardLoop> thread =
            new LoopThread<>(
                    "loop-under-test",
                    clock,
                    mailbox -> new ShardLoop(ports(mailbox), Shards.SETTINGS, 1),
                    failure::complete);

    private Ports ports(Mailbox mailbox) {
        var store = new MemoryTimerStore(clock::now);
        store.leases().openGroup(Shards.GROUP);
        return Shards.ports(
                clock, new AuditCount(new ExecutorStorePort(store, Runnable::run, mailbox)));
    }

    private final class AuditCount implements StorePort {
        private final StorePort port;

        AuditCount(StorePort port) {
            this.port = port;
        }

        @Override
        public <T> void call(
                StoreOperation operation,
                Function<TimerStore, T> body,
                Consumer<StoreAnswer<T>> answered) {
            if (operation == StoreOperation.AUDIT) {
                audits.countDown();
            }
            port.call(operation, body, answered);
        }
    }

    @AfterEach
    void close() {
        thread.close();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void messagesPostedBeforeTheStartAreRun() throws InterruptedException {
        var done = new CountDownLatch(1);
        thread.post(done::countDown);
        thread.start();
        await(done);
    }

    @Test
    void aSleepingLoopWakesForEveryMessage() throws InterruptedException {
        thread.start();
        for (int i = 0; i < 1_000; i++) {
            var done = new CountDownLatch(1);
            thread.post(done::countDown);
            await(done);
        }
    }

    @Test
    void aSleepingLoopWakesByItselfWhenItsTimeHasCome() throws InterruptedException {
        thread.start();
        var rows = new MemoryTimerStore(clock::now);
        rows.leases().openGroup(Shards.GROUP);
        thread.tell(
                loop ->
                        loop.acquire(
                                Shards.GROUP,
                                rows.leases().shards(Shards.GROUP.id()),
                                Shards.SELF));
        await(audits);
    }

    @Test
    void messagesOfManyThreadsAllRunOnTheLoopsOwnThread() throws InterruptedException {
        thread.start();
        var done = new CountDownLatch(4_000);
        var elsewhere = new AtomicInteger();
        for (int sender = 0; sender < 4; sender++) {
            Thread.ofVirtual()
                    .start(
                            () -> {
                                for (int i = 0; i < 1_000; i++) {
                                    thread.post(
                                            () -> {
                                                var name = Thread.currentThread().getName();
                                                if (!name.equals("loop-under-test")) {
                                                    elsewhere.incrementAndGet();
                                                }
                                                done.countDown();
                                            });
                                }
                            });
        }
        await(done);
        assertThat(elsewhere).hasValue(0);
    }

    @Test
    void aMessageMayPostAnother() throws InterruptedException {
        thread.start();
        var done = new CountDownLatch(1);
        thread.post(() -> thread.post(() -> thread.post(done::countDown)));
        await(done);
    }

    @Test
    void aThrowStopsTheLoopAndIsReported() throws Exception {
        thread.start();
        var thrown = new IllegalStateException("footing lost");
        thread.post(
                () -> {
                    throw thrown;
                });
        assertThat(failure.get(60, TimeUnit.SECONDS)).isSameAs(thrown);
        assertThat(thread.isClosed()).isTrue();
    }

    @Test
    void aClosedLoopRunsNothingAnyMore() {
        thread.start();
        thread.close();
        var run = new AtomicInteger();
        thread.post(run::incrementAndGet);
        thread.close();
        assertThat(run).hasValue(0);
        assertThat(thread.isClosed()).isTrue();
        assertThat(failure).isNotDone();
    }

    @Test
    void aLoopCanBeClosedFromItsOwnThread() throws InterruptedException {
        thread.start();
        var done = new CountDownLatch(1);
        thread.post(
                () -> {
                    thread.close();
                    done.countDown();
                });
        await(done);
        assertThat(thread.isClosed()).isTrue();
    }
}
