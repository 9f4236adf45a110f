package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.server.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadsTest {
    private final Reads reads = new Reads(Duration.ofSeconds(30));
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();

    @AfterEach
    void close() {
        reads.close();
    }

    private int slow() {
        int now = running.incrementAndGet();
        try {
            go.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        running.decrementAndGet();
        return now;
    }

    @Test
    void aFewListsRunSomeWaitAndTheOthersAreRefusedAtOnce() {
        var lists = new ArrayList<CompletableFuture<Integer>>();
        for (int i = 0; i < Reads.MAX_LISTS + Reads.MAX_WAITING_LISTS; i++) {
            lists.add(reads.list(this::slow));
        }
        Eventually.holds("some run", () -> running.get() == Reads.MAX_LISTS);
        assertThatThrownBy(() -> reads.list(this::slow))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        it -> assertThat(it.problem().code()).isEqualTo(Code.OVERLOADED));
        go.countDown();
        assertThat(lists.stream().map(CompletableFuture::join))
                .allMatch(atATime -> atATime <= Reads.MAX_LISTS);
        assertThat(reads.list(() -> 7).join()).isEqualTo(7);
    }

    @Test
    void listsDoNotKeepOtherReadsWaiting() {
        for (int i = 0; i < Reads.MAX_LISTS + 3; i++) {
            var _ = reads.list(this::slow);
        }
        assertThat(reads.read(() -> 7).join()).isEqualTo(7);
        go.countDown();
    }

    @Test
    void aLookWaitsForNoRead() {
        for (int i = 0; i < 500; i++) {
            var _ = reads.read(this::slow);
        }
        assertThat(reads.look(() -> 7).join()).isEqualTo(7);
        assertThat(running).hasValueLessThanOrEqualTo(32);
        go.countDown();
    }
}
