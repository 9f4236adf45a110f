package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.putOff;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The low-water mark: stored on request, only rising, and the place where early rows go. */
public interface MarkContract extends StoreUnderTest {
    @Test
    default void theMarkOfANewShardIsBeforeEveryTimer(StoreFixture fixture) {
        assertThat(fixture.own(SampleGroups.ONE).claimed().mark()).isEqualTo(Instants.EARLIEST);
    }

    @Test
    default void aStoredMarkComesBackWithTheNextClaim(OwnedShard shard) {
        shard.storeMark(NOON.plusMillis(1));

        assertThat(shard.row().mark()).isEqualTo(NOON.plusMillis(1));
        assertThat(shard.claimAgain().claimed().mark()).isEqualTo(NOON.plusMillis(1));
    }

    @Test
    default void aMarkThatIsNotToBeStoredIsNot(OwnedShard shard) {
        shard.mark(NOON);
        shard.commit(timer("a").create());

        assertThat(shard.row().mark()).isEqualTo(Instants.EARLIEST);
    }

    @Test
    default void aStoredMarkOnlyRises(OwnedShard shard) {
        shard.storeMark(NOON);

        shard.storeMark(NOON.minusMillis(1));

        assertThat(shard.row().mark()).isEqualTo(NOON);
        assertThat(shard.claimAgain().claimed().mark()).isEqualTo(NOON);
    }

    @Test
    default void aMarkIsStoredTogetherWithTheMutationsOfItsCommit(OwnedShard shard) {
        var create = timer("a").at(NOON.minusSeconds(1)).create();
        shard.send(new ShardCommit(shard.lease(), 1, NOON, true, List.of(create)));

        assertThat(shard.row().mark()).isEqualTo(NOON);
        assertThat(shard.rows()).extracting(timer -> timer.fireAt()).containsExactly(NOON);
    }

    @Test
    default void aReleaseStoresTheMarkWhichOnlyRises(OwnedShard shard) {
        release(shard, NOON);
        assertThat(shard.row().mark()).isEqualTo(NOON);

        var next = shard.fixture().own(shard.id());
        assertThat(next.claimed().mark()).isEqualTo(NOON);
        release(next, NOON.minusSeconds(1));

        assertThat(shard.row().mark()).isEqualTo(NOON);
    }

    @Test
    default void noRowIsWrittenBeforeTheMark(OwnedShard shard) {
        var mark = NOON.plusSeconds(10);
        var pending = shard.schedule(timer("retried").create());
        var late = shard.schedule(timer("put off").create());
        shard.commit(timer("moved").create(), timer("replaced").create());
        shard.keep(gaveUp(shard.schedule(timer("redriven").create()), NOON));
        shard.mark(mark);

        shard.commit(
                timer("created").create(),
                timer("replaced").payload("2").put(),
                move("moved", NOON.plusSeconds(1)),
                redrive("redriven"),
                retried(pending, "HTTP 500", NOON.plusSeconds(2)),
                putOff(late, NOON.plusSeconds(3)));

        assertThat(shard.rows()).hasSize(6).allMatch(timer -> timer.fireAt().equals(mark));
        var created = shard.find("created").pending().orElseThrow();
        assertThat(created.spec().executeAt()).isEqualTo(NOON);
    }

    @Test
    default void aRowAtOrAfterTheMarkIsWrittenWhereItBelongs(OwnedShard shard) {
        shard.mark(NOON);

        var at = shard.schedule(timer("at").at(NOON).create());
        var after = shard.schedule(timer("after").at(NOON.plusMillis(1)).create());

        assertThat(shard.rows()).containsExactly(at, after);
        assertThat(after.fireAt()).isEqualTo(NOON.plusMillis(1));
    }

    @Test
    default void aClampedRowIsFoundAndSettledWhereItLies(OwnedShard shard) {
        shard.mark(NOON.plusSeconds(10));
        var clamped = shard.schedule(timer("a").create());
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(clamped));

        shard.apply(Changes.done(clamped));

        assertThat(shard.rows()).isEmpty();
    }

    private static void release(OwnedShard shard, Instant mark) {
        shard.store().leases().release(List.of(new Release(shard.lease(), mark, List.of())));
    }
}
