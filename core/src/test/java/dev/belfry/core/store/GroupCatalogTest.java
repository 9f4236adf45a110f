package dev.belfry.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GroupCatalogTest {
    private static final GroupDefinition FULL =
            new GroupDefinition(
                    new Group(
                            new GroupId("orders"),
                            64,
                            Duration.ofHours(1),
                            Duration.ofDays(3),
                            false,
                            new FailureUrl("https://told.example/a=b?c=%20"),
                            new GroupLimits(7, Optional.of(new Rate(0.5, 10)), OptionalInt.of(40))),
                    new RetryPolicy(
                            5,
                            Duration.ofHours(2),
                            Duration.ofSeconds(1),
                            2.5,
                            Duration.ofMinutes(1),
                            AnswerRules.of(AnswerRules.Success.STRICT, List.of(404))),
                    Duration.ofSeconds(9));

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());
    private final GroupCatalog catalog = store.catalog();

    @Test
    void aGroupIsReadAsItWasWritten() {
        var written = catalog.create(FULL).orElseThrow();

        assertThat(catalog.find(FULL.id())).contains(written);
        assertThat(written.definition()).isEqualTo(FULL);
        assertThat(all()).containsExactly(written);
    }

    @Test
    void aGroupIsCreatedOnceAndChangedOnlyAsItWasSeen() {
        var first = catalog.create(FULL).orElseThrow();
        assertThat(catalog.create(plain("orders"))).isEmpty();

        var second = catalog.change(first, plain("orders")).orElseThrow();

        assertThat(catalog.change(first, FULL)).isEmpty();
        assertThat(catalog.turn(first, StoredGroup.Phase.DROPPING)).isEmpty();
        assertThat(catalog.remove(first)).isFalse();
        assertThat(catalog.find(FULL.id())).contains(second);
    }

    @Test
    void aGroupThatIsMadeAnewIsNotTheOneThatWasSeen() {
        var first = catalog.create(FULL).orElseThrow();
        assertThat(catalog.remove(first)).isTrue();
        var second = catalog.create(FULL).orElseThrow();

        assertThat(second.revision()).isNotEqualTo(first.revision());
        assertThat(catalog.remove(first)).isFalse();
    }

    @Test
    void everyChangeIsToldByOneNumber() {
        long before = catalog.latest();
        var group = catalog.create(FULL).orElseThrow();
        long created = catalog.latest();
        var closing = catalog.turn(group, StoredGroup.Phase.CLOSING).orElseThrow();
        long turned = catalog.latest();
        catalog.remove(closing);

        assertThat(List.of(before, created, turned, catalog.latest())).doesNotHaveDuplicates();
        assertThat(closing.phase().isDeleting()).isTrue();
        assertThat(closing.definition()).isEqualTo(FULL);
    }

    @Test
    void allAreListedBeyondOnePage() {
        for (int i = 0; i < 2_500; i++) {
            catalog.create(plain("g%04d".formatted(i)));
        }

        assertThat(all()).hasSize(2_500).extracting(it -> it.id().value()).isSorted();
    }

    @Test
    void aRecordThatCanNotBeReadHidesNoOther() {
        catalog.create(plain("a"));
        var strange = GroupCatalog.KIND.key("b");
        store.records().apply(RecordChange.Write.ofNew(strange, "phase=SHRINKING"));
        catalog.create(plain("c"));
        var unreadable = new ArrayList<RecordKey>();

        assertThat(catalog.all(record -> unreadable.add(record.key())))
                .extracting(it -> it.id().value())
                .containsExactly("a", "c");
        assertThat(unreadable).containsExactly(strange);
    }

    private List<StoredGroup> all() {
        return catalog.all(record -> fail("%s can not be read", record));
    }

    private static GroupDefinition plain(String id) {
        return new GroupDefinition(Group.of(id, 64), RetryPolicy.DEFAULT, Duration.ofSeconds(30));
    }
}
