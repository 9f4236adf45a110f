package dev.belfry.client;

import dev.belfry.client.Answers.BatchItem;
import dev.belfry.client.Answers.Deletion;
import dev.belfry.client.Answers.Refused;
import dev.belfry.client.Answers.Removed;
import dev.belfry.client.Answers.Stored;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Many changes, split by owner; those that are refused for now are sent again, alone. Confined to
 * the stages of its future.
 */
final class Batch {
    /** Servers take so many, and so much, unless they are told otherwise. */
    private static final int MOST_TIMERS = 1_000;

    private static final int MOST_CHARACTERS = 4 << 20;
    private static final long PAUSE_MILLIS = 1_000;
    private static final int DELETED = 204;

    private final List<TimerOperation> changes;
    private final AsyncBelfryClient client;
    private final BelfryClient.Builder settings;
    private final BatchItem[] results;
    private final long untilNanos;

    Batch(List<TimerOperation> changes, AsyncBelfryClient client, BelfryClient.Builder settings) {
        this.changes = List.copyOf(changes);
        this.client = client;
        this.settings = settings;
        this.results = new BatchItem[changes.size()];
        this.untilNanos = System.nanoTime() + settings.patience.toNanos();
    }

    CompletableFuture<List<BatchItem>> start() {
        return send(IntStream.range(0, changes.size()).boxed().toList());
    }

    private CompletableFuture<List<BatchItem>> send(List<Integer> indexes) {
        var shares = shares(indexes).stream().map(this::sendShare).toList();
        return CompletableFuture.allOf(shares.toArray(CompletableFuture[]::new))
                .thenCompose(all -> againOrDone());
    }

    private CompletableFuture<List<BatchItem>> againOrDone() {
        var again =
                IntStream.range(0, results.length)
                        .filter(i -> isToBeSentAgain(changes.get(i), results[i]))
                        .boxed()
                        .toList();
        long left = untilNanos - System.nanoTime();
        if (again.isEmpty() || left < TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
            return CompletableFuture.completedFuture(Arrays.asList(results));
        }
        var later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> again, later).thenCompose(this::send);
    }

    private boolean isToBeSentAgain(TimerOperation change, BatchItem item) {
        return item instanceof Refused refused
                && refused.problem().isTemporary()
                && ((settings.repeatsUnknown && change.isRepeatable())
                        || !refused.problem().outcomeUnknown());
    }

    /** Those of one owner, in pieces that a server takes. */
    private List<List<Integer>> shares(List<Integer> indexes) {
        Map<Optional<URI>, List<Integer>> byOwner =
                indexes.stream()
                        .collect(
                                Collectors.groupingBy(
                                        this::ownerOf, LinkedHashMap::new, Collectors.toList()));
        return byOwner.values().stream()
                .flatMap(share -> pieces(share, this::length).stream())
                .toList();
    }

    private Optional<URI> ownerOf(int index) {
        return client.ownerOf(changes.get(index).group(), changes.get(index).id());
    }

    private int length(int index) {
        return changes.get(index).json().length();
    }

    /** The indexes, in pieces that a server takes. */
    static List<List<Integer>> pieces(List<Integer> share, IntUnaryOperator lengthOf) {
        var pieces = new ArrayList<List<Integer>>();
        int characters = MOST_CHARACTERS;
        for (int index : share) {
            int size = lengthOf.applyAsInt(index);
            if (pieces.isEmpty()
                    || characters + size > MOST_CHARACTERS
                    || pieces.get(pieces.size() - 1).size() == MOST_TIMERS) {
                pieces.add(new ArrayList<>());
                characters = 0;
            }
            pieces.get(pieces.size() - 1).add(index);
            characters += size;
        }
        return pieces;
    }

    private CompletableFuture<Void> sendShare(List<Integer> share) {
        var body =
                share.stream()
                        .map(index -> changes.get(index).json())
                        .collect(Collectors.joining(",", "{\"timers\":[", "]}"));
        var call = ApiCall.of("POST", "timers/batch").body(body);
        boolean isRepeatable = share.stream().allMatch(i -> changes.get(i).isRepeatable());
        return client.send((isRepeatable ? call.repeatable() : call).to(ownerOf(share.get(0))))
                .thenAccept(response -> take(share, JsonObject.parse(response.body())))
                .exceptionally(
                        failure -> {
                            refuse(share, failure);
                            return null;
                        });
    }

    private void take(List<Integer> share, JsonObject answer) {
        var items = answer.list("results", JsonObject.class);
        for (int i = 0; i < share.size(); i++) {
            results[share.get(i)] = item(items.get(i));
        }
    }

    private static BatchItem item(JsonObject json) {
        if (json.number("status").intValueExact() == DELETED) {
            return new Removed(Deletion.of(json.findText("attemptInFlight").orElse("")));
        }
        return json.findObject("problem")
                .<BatchItem>map(problem -> new Refused(ApiProblem.of(problem, Optional.empty())))
                .orElseGet(() -> stored(json));
    }

    private static Stored stored(JsonObject json) {
        var timer = BelfryTimer.of(json.object("timer"), Optional.empty());
        return new Stored(timer, json.number("status").intValueExact() == 201);
    }

    /** What was refused as a whole was refused for each. */
    private void refuse(List<Integer> share, Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof BelfryException belfry)) {
            throw new CompletionException(cause);
        }
        share.forEach(i -> results[i] = new Refused(belfry.problem()));
    }
}
