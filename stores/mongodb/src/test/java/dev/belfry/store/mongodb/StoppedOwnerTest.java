package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Updates.inc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.StoreFixture;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An owner that stands still, or has died, inside a transaction: servers do not end it when its
 * connection ends, but when it is older than {@code transactionLifetimeLimitSeconds}.
 */
@Tag("contract")
class StoppedOwnerTest {
    private static final TestDatabase DATABASE = TestDatabase.shared();

    private final ClientSession stopped = DATABASE.client().startSession();
    private TimerStore store;
    private OneShard shard;

    @BeforeEach
    void openOneShard() {
        store = DATABASE.emptyStore();
        store.leases().openGroup(SampleGroups.ONE);
        shard = OneShard.claim(store);
    }

    @AfterEach
    void close() {
        stopped.close();
        store.close();
    }

    /** What the first steps of a commit do; the rest never comes. */
    private void stopInsideACommit() {
        stopped.startTransaction();
        var shards = DATABASE.collection(MongoSchema.SHARDS);
        shards.updateOne(stopped, MongoLeases.itself(shard.id()), inc(MongoFields.SEQUENCE, 1L));
        var timer =
                TimerRequest.timer("ghost")
                        .create()
                        .decide(Entry.absent(), TimerRequest.NOON)
                        .after();
        shards.insertOne(
                stopped, TimerDocuments.pending(shard.id(), timer.pending().orElseThrow()));
    }

    @Test
    void theShardOfAStoppedOwnerIsClaimedAndItsCommitIsVoid() {
        stopInsideACommit();
        var claim = OneShard.nextClaim(store);
        long start = System.nanoTime();

        var next = claimed(claim);

        System.out.printf("claimed after %d ms%n", (System.nanoTime() - start) / 1_000_000);
        assertThatThrownBy(stopped::commitTransaction).isInstanceOf(MongoException.class);
        assertThat(store.timers().find(shard.id(), TimerRequest.timer("ghost").key()))
                .isEqualTo(Entry.absent());
        next.schedule(TimerRequest.timer("next").create());
    }

    /** A claim that gives up is no doubt: it is tried again. */
    private OneShard claimed(Claim claim) {
        while (true) {
            try {
                return OneShard.claimed(store, claim);
            } catch (StoreException.Unavailable e) {
                System.out.println("not yet: " + e.getMessage());
            }
        }
    }

    @Test
    void aReadDoesNotWaitForAStoppedOwner() {
        shard.schedule(TimerRequest.timer("there").create());
        stopInsideACommit();

        assertThat(store.timers().find(shard.id(), TimerRequest.timer("there").key()))
                .isInstanceOf(Entry.Pending.class);
        assertThat(
                        store.leases()
                                .shards(SampleGroups.ONE.id())
                                .getFirst()
                                .isHeldUnder(shard.lease()))
                .isTrue();
        stopped.abortTransaction();
    }

    @Test
    void claimsOfOtherShardsDoNotWaitForAStoppedOwner() {
        store.leases().openGroup(SampleGroups.WIDE);
        DATABASE.withPatientServer(this::stopInsideACommit);
        var rows = store.leases().shards(SampleGroups.WIDE.id());
        var claims =
                IntStream.range(0, rows.size())
                        .mapToObj(n -> Claim.of(rows.get(n), StoreFixture.NODE, n + 1))
                        .toList();

        assertThat(store.leases().claim(claims))
                .hasSize(8)
                .allMatch(ClaimResult.Claimed.class::isInstance);

        // It is still there: nobody has waited for its end.
        stopped.commitTransaction();
        assertThat(List.of(store.timers().find(shard.id(), TimerRequest.timer("ghost").key())))
                .hasOnlyElementsOfType(Entry.Pending.class);
    }
}
