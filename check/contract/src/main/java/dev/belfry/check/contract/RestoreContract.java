package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.CREATED;
import static dev.belfry.core.mutation.Verdict.EXISTS;
import static dev.belfry.core.mutation.Verdict.IDENTICAL;
import static dev.belfry.core.mutation.Verdict.REPLACED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Restore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exported entries put back: as they were, once, and in nobody's place unasked. */
public interface RestoreContract extends StoreUnderTest {
    @Test
    default void anEntryIsRestoredExactlyAsItWas(OwnedShard shard) {
        shard.schedule(timer("waiting").payload("3").correlatedTo("trace").create());
        var waiting =
                shard.schedule(
                        Changes.retried(
                                shard.find("waiting").pending().orElseThrow(), "HTTP 503", NOON));
        var failed = shard.keep(gaveUp(shard.schedule(timer("failed").create()), NOON));
        var entries = List.of(new Entry.Pending(waiting), new Entry.Kept(failed));
        shard.commit(Changes.drop("waiting"), Changes.drop("failed"));

        var decisions = shard.commit(entries.stream().map(it -> restore(it, false)).toList());

        assertThat(decisions).allMatch(it -> it.verdict() == CREATED);
        assertThat(shard.find("waiting")).isEqualTo(entries.getFirst());
        assertThat(shard.find("failed")).isEqualTo(entries.getLast());
        assertThat(shard.rows()).containsExactly(waiting);
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).containsExactly("failed");
    }

    @Test
    default void aRepeatedRestoreChangesNothing(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());

        var decision = shard.apply(restore(new Entry.Pending(first), true));

        assertThat(decision.verdict()).isEqualTo(IDENTICAL);
        assertThat(shard.rows()).containsExactly(first);
    }

    @Test
    default void aLaterStateOfATimerTakesThePlaceOfAnEarlierOne(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        var failed = shard.keep(gaveUp(first, NOON));
        shard.apply(Changes.drop("a"));
        shard.apply(restore(new Entry.Pending(first), false));

        var decision = shard.apply(restore(new Entry.Kept(failed), false));

        assertThat(decision.verdict()).isEqualTo(REPLACED);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(failed));
        assertThat(shard.rows()).isEmpty();
    }

    /** Of the two no more than the numbers and the creation differ. */
    @Test
    default void anotherTimerOfTheSameContentsIsReplacedWithItsCreation(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.apply(Changes.drop("a"));
        var second = shard.schedule(timer("a").create());
        assertThat(second.createdAt()).isNotEqualTo(first.createdAt());

        assertThat(shard.apply(restore(new Entry.Pending(first), false)).verdict())
                .isEqualTo(EXISTS);
        assertThat(shard.rows()).containsExactly(second);
        assertThat(shard.apply(restore(new Entry.Pending(first), true)).verdict())
                .isEqualTo(REPLACED);
        assertThat(shard.rows()).containsExactly(first);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(first));
    }

    @Test
    default void aKeptTimerIsReplacedByAPendingOne(OwnedShard shard) {
        var first = shard.schedule(timer("a").create());
        shard.apply(Changes.drop("a"));
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        assertThat(shard.apply(restore(new Entry.Pending(first), true)).verdict())
                .isEqualTo(REPLACED);
        assertThat(shard.rows()).containsExactly(first);
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).isEmpty();
    }

    private static Restore restore(Entry entry, boolean replaces) {
        return new Restore(entry, replaces, NOON.minus(Duration.ofDays(1)));
    }
}
