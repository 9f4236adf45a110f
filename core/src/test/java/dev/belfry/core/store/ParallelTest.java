package dev.belfry.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {
    private static final Parallel PARALLEL = new Parallel(16);

    private final StoreException unavailable = new StoreException.Unavailable("later");
    private final StoreException rejected = new StoreException.Rejected("never");
    private final StoreException unknown = new StoreException.OutcomeUnknown("maybe");

    @Test
    void resultsComeInOrderAndOnlySoManyRunAtOnce() {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var items = IntStream.range(0, 500).boxed().toList();

        var results =
                PARALLEL.read(
                        items,
                        item -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            running.decrementAndGet();
                            return item * 2;
                        });

        assertThat(results).isEqualTo(items.stream().map(item -> item * 2).toList());
        assertThat(most.get()).isBetween(1, PARALLEL.atOnce());
    }

    @Test
    void nothingWrittenIsUnavailableOnlyIfThatIsTrueOfEveryPart() {
        assertThatThrownBy(() -> write(unavailable, unavailable)).isSameAs(unavailable);
        assertThatThrownBy(() -> write(rejected, unavailable)).isSameAs(rejected);
        assertThatThrownBy(() -> write(unavailable, unknown))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void somePartsWrittenAndOthersNotIsUnknown() {
        assertThatThrownBy(() -> write("written", unavailable))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasCause(unavailable);
    }

    @Test
    void partsThatChangedNothingLeaveTheFailureOfTheOthersAsItIs() {
        assertThatThrownBy(() -> write("lost", unavailable)).isSameAs(unavailable);
    }

    @Test
    void aMistakeOfTheCallerIsNotAFailureOfTheStore() {
        Function<Integer, Integer> mistaken =
                item -> {
                    throw new IllegalStateException("no such shard");
                };

        assertThatThrownBy(() -> PARALLEL.read(List.of(1, 2), mistaken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no such shard");
    }

    /** Each part has a text as its result, or fails. */
    private static void write(Object... parts) {
        PARALLEL.write(
                List.of(parts),
                part -> {
                    if (part instanceof StoreException failure) {
                        throw failure;
                    }
                    return part;
                },
                "written"::equals);
    }
}
