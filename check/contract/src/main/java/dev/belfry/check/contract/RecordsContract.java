package dev.belfry.check.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Records: small documents with conditional changes, by whatever node. */
public interface RecordsContract extends StoreUnderTest {
    RecordKind SAMPLES = new RecordKind("sample");
    RecordKey A = SAMPLES.key("a");

    @Test
    default void aRecordIsWrittenReplacedAndRemoved(StoreFixture fixture) {
        var records = fixture.store().records();
        assertThat(records.find(A)).isEmpty();

        var first = written(records, RecordChange.Write.ofNew(A, "one"));
        assertThat(records.find(A)).contains(first);
        var second = written(records, first.replacedBy("two"));
        assertThat(records.find(A)).contains(second);

        assertThat(records.apply(second.removal())).isInstanceOf(RecordResult.Changed.class);
        assertThat(records.find(A)).isEmpty();
    }

    @Test
    default void aChangeThatExpectsAnotherRecordChangesNothingAndShowsWhatIsThere(
            StoreFixture fixture) {
        var records = fixture.store().records();
        assertConflict(records, new RecordChange.Write(A, 7, "late"), Optional.empty());
        assertConflict(records, new RecordChange.Removal(A, 7), Optional.empty());
        var first = written(records, RecordChange.Write.ofNew(A, "one"));
        var second = written(records, first.replacedBy("two"));

        assertConflict(records, RecordChange.Write.ofNew(A, "new"), Optional.of(second));
        assertConflict(records, first.replacedBy("three"), Optional.of(second));
        assertConflict(records, first.removal(), Optional.of(second));
    }

    @Test
    default void everyChangeOfAKindHasANumberOfItsOwnAndTheLastOneIsTold(StoreFixture fixture) {
        var records = fixture.store().records();
        assertThat(records.latest(SAMPLES)).isZero();
        var numbers = new ArrayList<Long>();

        var first = written(records, RecordChange.Write.ofNew(A, "one"));
        numbers.add(records.latest(SAMPLES));
        var other = written(records, RecordChange.Write.ofNew(SAMPLES.key("b"), "other"));
        numbers.add(records.latest(SAMPLES));
        removed(records, first);
        numbers.add(records.latest(SAMPLES));
        var again = written(records, RecordChange.Write.ofNew(A, "one"));
        numbers.add(records.latest(SAMPLES));

        assertThat(numbers).isSorted().doesNotHaveDuplicates().doesNotContain(0L);
        assertThat(numbers.getFirst()).isEqualTo(first.revision());
        assertThat(numbers.getLast()).isEqualTo(again.revision());
        assertThat(other.revision()).isBetween(first.revision() + 1, again.revision() - 1);
    }

    @Test
    default void whatChangesNothingAndOtherKindsLeaveTheNumberAsItIs(StoreFixture fixture) {
        var records = fixture.store().records();
        var first = written(records, RecordChange.Write.ofNew(A, "one"));

        records.apply(RecordChange.Write.ofNew(A, "two"));
        written(records, RecordChange.Write.ofNew(new RecordKind("sample-b").key("a"), "other"));

        assertThat(records.latest(SAMPLES)).isEqualTo(first.revision());
    }

    @Test
    default void recordsAreListedInOrderOfTheirIdsByPage(StoreFixture fixture) {
        var records = fixture.store().records();
        var ids =
                Stream.of("a", "a-b", "a.b", "a/b", "a:b", "aa", "A", "Z", "_", "0", "10", "9")
                        .toList();
        ids.forEach(id -> written(records, RecordChange.Write.ofNew(SAMPLES.key(id), id)));
        var sorted = ids.stream().sorted().toList();

        assertThat(ids(records.list(SAMPLES, "", 100))).isEqualTo(sorted);
        assertThat(ids(records.list(SAMPLES, "", 5))).isEqualTo(sorted.subList(0, 5));
        assertThat(ids(records.list(SAMPLES, sorted.get(4), 5))).isEqualTo(sorted.subList(5, 10));
        assertThat(records.list(SAMPLES, sorted.getLast(), 5)).isEmpty();
        assertThat(ids(records.list(SAMPLES, "a/", 2))).containsExactly("a/b", "a:b");
        assertThat(records.list(SAMPLES, "", 100)).allMatch(it -> it.text().equals(it.key().id()));
    }

    @Test
    default void kindsAreToldApart(StoreFixture fixture) {
        var records = fixture.store().records();
        var kinds = Stream.of("a", "a-", "aa", "b").map(RecordKind::new).toList();
        kinds.forEach(
                kind -> written(records, RecordChange.Write.ofNew(kind.key("x"), kind.name())));

        for (var kind : kinds) {
            assertThat(records.list(kind, "", 10))
                    .extracting(StoredRecord::text)
                    .containsExactly(kind.name());
        }
    }

    @Test
    default void aPageIsFullUnlessItIsTheLast(StoreFixture fixture) {
        var records = fixture.store().records();
        var text = "x".repeat(8_192);
        int count = 250;
        for (int i = 0; i < count; i++) {
            written(records, RecordChange.Write.ofNew(SAMPLES.key("%05d".formatted(i)), text));
        }

        assertThat(records.list(SAMPLES, "", 200)).hasSize(200);
        assertThat(ids(records.list(SAMPLES, "00199", 200)))
                .isEqualTo(IntStream.range(200, count).mapToObj("%05d"::formatted).toList());
    }

    @Test
    default void aTextIsAsLongAsItMayBeAndOfAnyCharacters(StoreFixture fixture) {
        var records = fixture.store().records();
        var odd = "é€𝄞 'quoted' \"too\" \\ %s ? :x {}\n\t ";
        var text = odd.repeat(RecordChange.MAX_TEXT_LENGTH / odd.length());

        written(records, RecordChange.Write.ofNew(A, text));

        assertThat(records.find(A).orElseThrow().text()).isEqualTo(text);
        assertThat(records.list(SAMPLES, "", 1).getFirst().text()).isEqualTo(text);
    }

    @Test
    default void recordsAreThereAfterARestart(StoreFixture fixture) {
        var record = written(fixture.store().records(), RecordChange.Write.ofNew(A, "one"));

        var records = fixture.restart().records();

        assertThat(records.find(A)).contains(record);
        assertThat(records.latest(SAMPLES)).isEqualTo(record.revision());
    }

    @Test
    default void anotherNodeSeesEveryAcknowledgedChangeAtOnce(StoreFixture fixture) {
        var here = fixture.store().records();
        var there = fixture.anotherNode().records();
        var record = written(here, RecordChange.Write.ofNew(A, "0"));
        for (int i = 1; i <= 20; i++) {
            var writer = i % 2 == 0 ? here : there;
            var reader = i % 2 == 0 ? there : here;

            record = written(writer, record.replacedBy(Integer.toString(i)));

            assertThat(reader.find(A)).contains(record);
            assertThat(reader.list(SAMPLES, "", 10)).containsExactly(record);
            assertThat(reader.latest(SAMPLES)).isEqualTo(record.revision());
        }
    }

    @Test
    default void ofSeveralNodesThatChangeOneRecordNoneLosesAChange(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        int each = 10;
        var nodes = List.of(fixture.store().records(), fixture.anotherNode().records());
        written(nodes.getFirst(), RecordChange.Write.ofNew(A, "0"));

        var revisions =
                atOnce(
                        Stream.concat(nodes.stream(), nodes.stream())
                                .map(records -> (Callable<List<Long>>) () -> count(records, each))
                                .toList());

        assertThat(nodes.getLast().find(A).orElseThrow().text())
                .isEqualTo(Integer.toString(4 * each));
        assertThat(revisions).hasSize(4 * each).doesNotHaveDuplicates();
    }

    @Test
    default void severalNodesMayWriteTheFirstRecordsOfAKindAtOnce(StoreFixture fixture)
            throws ExecutionException, InterruptedException {
        var nodes = List.of(fixture.store().records(), fixture.anotherNode().records());

        var revisions =
                atOnce(
                        IntStream.range(0, 4)
                                .mapToObj(
                                        i ->
                                                (Callable<List<Long>>)
                                                        () -> List.of(created(nodes, i).revision()))
                                .toList());

        assertThat(revisions).doesNotHaveDuplicates();
        assertThat(nodes.getFirst().list(SAMPLES, "", 10)).hasSize(4);
        assertThat(new HashSet<>(revisions)).contains(nodes.getFirst().latest(SAMPLES));
    }

    /** How an author learns what became of a change whose answer was lost. */
    @Test
    default void aRepeatedChangeMeetsItsOwnEffect(StoreFixture fixture) {
        var records = fixture.store().records();
        var create = RecordChange.Write.ofNew(A, "one");
        var first = written(records, create);
        assertConflict(records, create, Optional.of(first));

        var replace = first.replacedBy("two");
        var second = written(records, replace);
        assertConflict(records, replace, Optional.of(second));

        removed(records, second);
        assertConflict(records, second.removal(), Optional.empty());
    }

    @Test
    default void aLateCopyOfAChangeIsRefusedAlsoAfterTheRecordWasMadeAnew(StoreFixture fixture) {
        var records = fixture.store().records();
        var first = written(records, RecordChange.Write.ofNew(A, "one"));
        removed(records, first);
        var again = written(records, RecordChange.Write.ofNew(A, "one"));

        assertConflict(records, first.replacedBy("ghost"), Optional.of(again));
        assertConflict(records, first.removal(), Optional.of(again));
    }

    private static StoredRecord written(StoredRecords records, RecordChange.Write change) {
        var result = records.apply(change);
        assertThat(result).isInstanceOf(RecordResult.Changed.class);
        return new StoredRecord(
                change.key(), ((RecordResult.Changed) result).revision(), change.text());
    }

    private static void removed(StoredRecords records, StoredRecord record) {
        assertThat(records.apply(record.removal())).isInstanceOf(RecordResult.Changed.class);
    }

    private static void assertConflict(
            StoredRecords records, RecordChange change, Optional<StoredRecord> present) {
        assertThat(records.apply(change)).isEqualTo(new RecordResult.Conflict(present));
        assertThat(records.find(change.key())).isEqualTo(present);
    }

    private static List<String> ids(List<StoredRecord> records) {
        return records.stream().map(it -> it.key().id()).toList();
    }

    private static StoredRecord created(List<StoredRecords> nodes, int i) {
        return written(
                nodes.get(i % nodes.size()), RecordChange.Write.ofNew(SAMPLES.key("r" + i), "new"));
    }

    /** Counts in the record, whoever else does. */
    private static List<Long> count(StoredRecords records, int times) {
        var revisions = new ArrayList<Long>();
        var present = records.find(A);
        while (revisions.size() < times) {
            var seen = present.orElseThrow();
            var change = seen.replacedBy(Integer.toString(Integer.parseInt(seen.text()) + 1));
            switch (records.apply(change)) {
                case RecordResult.Changed(var revision) -> {
                    revisions.add(revision);
                    present = records.find(A);
                }
                case RecordResult.Conflict(var other) -> present = other;
            }
        }
        return revisions;
    }

    private static List<Long> atOnce(List<Callable<List<Long>>> tasks)
            throws ExecutionException, InterruptedException {
        var all = new ArrayList<Long>();
        try (var threads = Executors.newFixedThreadPool(tasks.size())) {
            for (var done : threads.invokeAll(tasks)) {
                all.addAll(done.get());
            }
        }
        return all;
    }
}
