package dev.belfry.node.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where changes are tried, and when they are tried again. */
class RouterTest {
    private static final Duration MOVE_WAIT = Duration.ofSeconds(2);
    private static final Duration REQUEST = Duration.ofSeconds(10);
    private static final NodeRow A = node("a");
    private static final NodeRow B = node("b");
    private static final NodeRow C = node("c");

    private final Map<ShardId, NodeRow> owners = new HashMap<>();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<String> tried = new ArrayList<>();
    private final Deque<Trial<String>> outcomes = new ArrayDeque<>();
    private final Deque<Delivery<String>> deliveries = new ArrayDeque<>();
    private long nanos;
    private boolean closing;
    private Supplier<Trial<String>> otherwise = () -> new Trial.Final<>("made");

    private final Router router =
            new Router(
                    new Router.Ports(
                            A.incarnation().node(),
                            shard -> Optional.ofNullable(owners.get(shard)),
                            () -> nanos,
                            this::later,
                            new PeerListener() {}),
                    MOVE_WAIT);

    private void later(Duration time, Runnable task) {
        if (closing) {
            throw new RejectedExecutionException("nothing is done later any more");
        }
        later.add(
                () -> {
                    nanos += time.toNanos();
                    task.run();
                });
    }

    private static NodeRow node(String name) {
        return new NodeRow(
                new Incarnation(new NodeId(name), 1),
                "http://" + name,
                Set.of(),
                1,
                1,
                NodeVersion.UNTOLD,
                1,
                Instant.EPOCH);
    }

    private static ShardId shard(int index) {
        return new ShardId(GroupId.DEFAULT, index);
    }

    private Passage fromClient() {
        return Passage.fromClient(nanos + REQUEST.toNanos());
    }

    /** Notes where each item is tried, and answers what the test has laid ready. */
    private abstract class Noted implements Wording<String> {
        Trial<String> next() {
            return outcomes.isEmpty() ? otherwise.get() : outcomes.remove();
        }

        CompletableFuture<Trial<String>> here(String what) {
            tried.add("here" + what);
            return CompletableFuture.completedFuture(next());
        }

        void noteThere(NodeRow owner, String what, Passage onward) {
            tried.add(
                    "%s%s after %d hops"
                            .formatted(owner.incarnation().node(), what, onward.hops()));
        }

        @Override
        public String unreachable(NodeRow owner, String why) {
            return "unreachable: " + why;
        }

        @Override
        public String silent(NodeRow owner, String why) {
            return "silent: " + why;
        }
    }

    private final class One extends Noted implements Errand<String> {
        @Override
        public ShardId shard() {
            return RouterTest.shard(0);
        }

        @Override
        public CompletableFuture<Trial<String>> here() {
            return here("");
        }

        @Override
        public CompletableFuture<Delivery<Trial<String>>> there(NodeRow owner, Passage onward) {
            noteThere(owner, "", onward);
            return CompletableFuture.completedFuture(
                    deliveries.isEmpty()
                            ? new Delivery.Answered<>(next())
                            : deliveries.remove().read(_ -> next()));
        }
    }

    private final class Many extends Noted implements BatchErrand<String> {
        private final List<ShardId> shards;

        Many(int items) {
            shards = IntStream.range(0, items).mapToObj(RouterTest::shard).toList();
        }

        @Override
        public List<ShardId> shards() {
            return shards;
        }

        @Override
        public CompletableFuture<Trial<String>> here(int item) {
            return here(" " + item);
        }

        @Override
        public CompletableFuture<Delivery<List<Trial<String>>>> there(
                NodeRow owner, List<Integer> items, Passage onward) {
            noteThere(owner, " " + items, onward);
            return CompletableFuture.completedFuture(
                    deliveries.isEmpty()
                            ? new Delivery.Answered<>(items.stream().map(_ -> next()).toList())
                            : deliveries.remove().read(_ -> List.of()));
        }
    }

    private CompletableFuture<String> run(Passage passage) {
        var answer = router.route(new One(), passage);
        runLater();
        return answer;
    }

    private CompletableFuture<List<String>> run(int items, Passage passage) {
        var answers = router.routeAll(new Many(items), passage);
        runLater();
        return answers;
    }

    private void runLater() {
        while (!later.isEmpty()) {
            later.remove().run();
        }
    }

    @Test
    void whatThisNodeOwnsIsTriedHere() {
        owners.put(shard(0), A);
        assertThat(run(fromClient()).join()).isEqualTo("made");
        assertThat(run(1, fromClient()).join()).containsExactly("made");
        assertThat(tried).containsExactly("here", "here 0");
    }

    @Test
    void whatAnotherOwnsGoesToItInOneHop() {
        owners.put(shard(0), B);
        assertThat(run(fromClient()).join()).isEqualTo("made");
        assertThat(run(1, fromClient()).join()).containsExactly("made");
        assertThat(tried).containsExactly("b after 1 hops", "b [0] after 1 hops");
    }

    @Test
    void aBatchIsSplitByOwnerAndPutTogetherInOrder() {
        owners.putAll(Map.of(shard(0), B, shard(1), A, shard(2), C, shard(3), B));
        outcomes.addAll(List.of(made("b0"), made("b3"), made("a1"), made("c2")));
        assertThat(run(4, fromClient()).join()).containsExactly("b0", "a1", "c2", "b3");
        assertThat(tried).containsExactly("b [0, 3] after 1 hops", "here 1", "c [2] after 1 hops");
    }

    private static Trial<String> made(String answer) {
        return new Trial.Final<>(answer);
    }

    @Test
    void aRequestIsPassedOnOnceByTheSecondNodeAndNotByTheThird() {
        owners.put(shard(0), B);
        run(new Passage(1, REQUEST.toNanos())).join();
        run(new Passage(2, REQUEST.toNanos())).join();
        run(1, new Passage(1, REQUEST.toNanos())).join();
        run(1, new Passage(2, REQUEST.toNanos())).join();
        assertThat(tried).containsExactly("b after 2 hops", "here", "b [0] after 2 hops", "here 0");
    }

    @Test
    void whatWasCertainlyNotAppliedIsTriedAgainWhereTheOwnerIsThen() {
        owners.put(shard(0), B);
        outcomes.add(notOwner());
        var answer = router.route(new One(), fromClient());
        assertThat(answer).isNotDone();
        owners.put(shard(0), C);
        later.remove().run();
        assertThat(answer.join()).isEqualTo("made");
        assertThat(tried).containsExactly("b after 1 hops", "c after 1 hops");
    }

    private static Trial<String> notOwner() {
        return new Trial.NotApplied<>("not owner");
    }

    @Test
    void onlyTheItemsThatWereNotAppliedAreTriedAgain() {
        owners.putAll(Map.of(shard(0), B, shard(1), B, shard(2), B));
        outcomes.addAll(List.of(made("0"), notOwner(), made("2")));
        assertThat(run(3, fromClient()).join()).containsExactly("0", "made", "2");
        assertThat(tried).containsExactly("b [0, 1, 2] after 1 hops", "b [1] after 1 hops");
    }

    @Test
    void whatWasNotSentIsTriedAgain() {
        owners.put(shard(0), B);
        deliveries.add(new Delivery.NotSent<>("refused"));
        assertThat(run(fromClient()).join()).isEqualTo("made");
        deliveries.add(new Delivery.NotSent<>("refused"));
        assertThat(run(1, fromClient()).join()).containsExactly("made");
        assertThat(tried).hasSize(4);
    }

    @Test
    void whatWasLostIsNeverSentAgain() {
        owners.put(shard(0), B);
        deliveries.add(new Delivery.Lost<>("reset"));
        assertThat(run(fromClient()).join()).isEqualTo("silent: reset");
        deliveries.add(new Delivery.Lost<>("reset"));
        assertThat(run(1, fromClient()).join()).containsExactly("silent: reset");
        assertThat(tried).hasSize(2);
    }

    @Test
    void anUnknownOutcomeIsAnAnswerAndNeverSentAgain() {
        owners.put(shard(0), B);
        outcomes.add(new Trial.Final<>("nobody knows"));
        assertThat(run(fromClient()).join()).isEqualTo("nobody knows");
        assertThat(tried).hasSize(1);
        assertThat(later).isEmpty();
    }

    @Test
    void theWaitForAnOwnerIsBounded() {
        otherwise = RouterTest::notOwner;
        assertThat(run(fromClient()).join()).isEqualTo("not owner");
        assertThat(nanos).isLessThanOrEqualTo(MOVE_WAIT.toNanos());
        assertThat(tried).hasSizeBetween(5, 12);
    }

    @Test
    void nothingIsTriedAgainAfterTheDeadlineOfTheRequest() {
        otherwise = RouterTest::notOwner;
        assertThat(run(Passage.fromClient(Duration.ofMillis(100).toNanos())).join())
                .isEqualTo("not owner");
        assertThat(nanos).isLessThan(Duration.ofMillis(100).toNanos());
    }

    @Test
    void aProcessThatStoodStillWhileItWaitedDoesNotTryAgain() {
        otherwise = RouterTest::notOwner;
        var one = router.route(new One(), fromClient());
        var many = router.routeAll(new Many(1), fromClient());
        nanos += REQUEST.toNanos();
        runLater();
        assertThat(one.join()).isEqualTo("not owner");
        assertThat(many.join()).containsExactly("not owner");
        assertThat(tried).hasSize(2);
    }

    @Test
    void onlyTheFirstNodeWaits() {
        otherwise = RouterTest::notOwner;
        owners.put(shard(0), A);
        assertThat(run(new Passage(1, REQUEST.toNanos())).join()).isEqualTo("not owner");
        assertThat(tried).hasSize(1);
    }

    @Test
    void aFailureOfATryIsTheErrandsFailure() {
        otherwise =
                () -> {
                    throw new IllegalStateException("a mistake");
                };
        assertThat(run(fromClient())).isCompletedExceptionally();
        assertThat(run(1, fromClient())).isCompletedExceptionally();
    }

    @Test
    void anEmptyBatchIsDone() {
        assertThat(run(0, fromClient()).join()).isEmpty();
    }

    @Test
    void whatCanNotBeTriedLaterIsAnsweredAtOnce() {
        closing = true;
        otherwise = () -> new Trial.NotApplied<>("no owner");
        assertThat(router.route(new One(), fromClient())).isCompletedWithValue("no owner");
        assertThat(router.routeAll(new Many(2), fromClient()))
                .isCompletedWithValue(List.of("no owner", "no owner"));
    }
}
