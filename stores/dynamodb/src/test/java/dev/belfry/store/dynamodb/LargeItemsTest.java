package dev.belfry.store.dynamodb;

import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** What is too large for one answer, one transaction or one item. */
@Tag("contract")
class LargeItemsTest {
    private static final PageLimit NO_LIMIT = new PageLimit(1_000, Long.MAX_VALUE);
    private static final int KILOBYTE = 1_000;

    private final TestTable table = new TestTable();
    private final Interference interference = new Interference();
    private TimerStore store;
    private Owner owner;

    @BeforeEach
    void open() {
        store = table.open(interference);
        owner = Owner.in(store);
    }

    @AfterEach
    void close() {
        store.close();
        table.close();
    }

    @Test
    void aPageIsGatheredFromAsManyAnswersAsItTakes() {
        owner.commit(several(24, 120 * KILOBYTE));

        var page = owner.page(NO_LIMIT);

        assertThat(page.timers()).hasSize(24);
        assertThat(page.knownUntil()).isEqualTo(Position.END);
        assertThat(interference.sent(QueryRequest.class)).hasSizeGreaterThan(2);
    }

    @Test
    void aTransactionAboveFourMegabytesIsRejectedWhole() {
        var creates = several(30, 200 * KILOBYTE);

        assertThatThrownBy(() -> owner.commit(creates)).isInstanceOf(StoreException.Rejected.class);

        assertThat(owner.page(NO_LIMIT).timers()).isEmpty();
        assertThat(interference.sent(TransactWriteItemsRequest.class)).hasSize(1);
    }

    @Test
    void aTimerAboveFourHundredKilobytesIsRejectedWithAllThatSharesItsCommit() {
        var mutations = List.of(timer("small").create(), sized("large", 410 * KILOBYTE));

        assertThatThrownBy(() -> owner.commit(mutations))
                .isInstanceOf(StoreException.Rejected.class);

        assertThat(owner.page(NO_LIMIT).timers()).isEmpty();
    }

    /** The indexes hold keys only: with whole timers in them two hundred would be the end. */
    @Test
    void aTimerOfNearlyFourHundredKilobytesIsStored() {
        owner.commit(sized("large", 390 * KILOBYTE));

        assertThat(owner.page(NO_LIMIT).timers().getFirst().spec().payload().size())
                .isGreaterThanOrEqualTo(390 * KILOBYTE);
    }

    @Test
    void theFullestCommitFitsOneTransaction() {
        var limits = store.limits();
        int each = (int) (limits.bytesPerShard() / limits.mutationsPerShard());

        owner.commit(several(limits.mutationsPerShard(), each));

        assertThat(interference.sent(TransactWriteItemsRequest.class)).hasSize(1);
        assertThat(owner.page(NO_LIMIT).timers()).hasSize(limits.mutationsPerShard());
    }

    @Test
    void manyLargeEntriesAreReadWholeThoughOneAnswerHoldsSixteenMegabytes() {
        for (int n = 0; n < 6; n++) {
            owner.commit(several("part-" + n, 10, 300 * KILOBYTE));
        }
        var browsed = store.lists().browse(Owner.GROUP, PositionRange.from(Position.START), 1_000);

        assertThat(browsed).hasSize(60);
        assertThat(interference.sent(BatchGetItemRequest.class)).hasSizeGreaterThan(1);
    }

    private static List<Create> several(int count, int bytes) {
        return several("t", count, bytes);
    }

    private static List<Create> several(String prefix, int count, int bytes) {
        return IntStream.range(0, count).mapToObj(n -> sized(prefix + "-" + n, bytes)).toList();
    }

    private static Create sized(String id, int bytes) {
        return timer(id).at(NOON).payload("\"" + "x".repeat(bytes) + "\"").create();
    }
}
