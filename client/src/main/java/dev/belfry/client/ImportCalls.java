package dev.belfry.client;

import dev.belfry.client.Answers.Imported;
import dev.belfry.client.Answers.ImportedItem;
import dev.belfry.client.Answers.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines of an export on their way back to a server; those that are refused for now are sent again,
 * alone. A repeat is harmless. Confined to the stages of its future.
 */
final class ImportCalls {
    private static final long PAUSE_MILLIS = 500;
    private static final int TOO_LARGE = 413;

    private final List<String> lines;
    private final ImportMode mode;
    private final AsyncBelfryClient client;
    private final ImportedItem[] results;
    private final long untilNanos;

    ImportCalls(
            List<String> lines,
            ImportMode mode,
            AsyncBelfryClient client,
            BelfryClient.Builder settings) {
        this.lines = List.copyOf(lines);
        this.mode = mode;
        this.client = client;
        this.results = new ImportedItem[lines.size()];
        this.untilNanos = System.nanoTime() + settings.patience.toNanos();
    }

    CompletableFuture<List<ImportedItem>> start() {
        return send(IntStream.range(0, lines.size()).boxed().toList());
    }

    /** One piece after the other: what an import needs of a server is bounded. */
    private CompletableFuture<List<ImportedItem>> send(List<Integer> indexes) {
        var sent = CompletableFuture.<Void>completedFuture(null);
        for (var piece : Batch.pieces(indexes, index -> lines.get(index).length())) {
            sent = sent.thenCompose(it -> sendPiece(piece));
        }
        return sent.thenCompose(it -> againOrDone(indexes));
    }

    private CompletableFuture<Void> sendPiece(List<Integer> indexes) {
        var body =
                indexes.stream()
                        .map(lines::get)
                        .collect(Collectors.joining(",", "{\"timers\":[", "]}"));
        var call = ApiCall.of("POST", "timers/import?" + mode.query()).body(body).repeatable();
        return client.send(call)
                .thenAccept(response -> take(indexes, JsonObject.parse(response.body())))
                .exceptionallyCompose(
                        failure ->
                                indexes.size() > 1 && isTooMuch(failure)
                                        ? sendHalves(indexes)
                                        : CompletableFuture.failedFuture(failure));
    }

    /** A server may take less than usual: {@code limits.batchTimers}, {@code limits.batchBody}. */
    private static boolean isTooMuch(Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BelfryException.Refused refused
                && (refused.problem().status() == TOO_LARGE
                        || refused.problem().field().filter("timers"::equals).isPresent());
    }

    private CompletableFuture<Void> sendHalves(List<Integer> indexes) {
        int half = indexes.size() / 2;
        return sendPiece(indexes.subList(0, half))
                .thenCompose(it -> sendPiece(indexes.subList(half, indexes.size())));
    }

    private void take(List<Integer> indexes, JsonObject answer) {
        var items = answer.list("results", JsonObject.class);
        for (int i = 0; i < indexes.size(); i++) {
            results[indexes.get(i)] = item(items.get(i));
        }
    }

    private CompletableFuture<List<ImportedItem>> againOrDone(List<Integer> indexes) {
        var again = indexes.stream().filter(it -> isRefusedForNow(results[it])).toList();
        long left = untilNanos - System.nanoTime();
        if (again.isEmpty() || left < TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
            return CompletableFuture.completedFuture(Arrays.asList(results));
        }
        var later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> again, later).thenCompose(this::send);
    }

    private static boolean isRefusedForNow(ImportedItem item) {
        return item instanceof Refused refused && refused.problem().isTemporary();
    }

    private static ImportedItem item(JsonObject json) {
        return json.findObject("problem")
                .<ImportedItem>map(problem -> new Refused(ApiProblem.of(problem, Optional.empty())))
                .orElseGet(() -> Imported.of(json.number("status").intValueExact()));
    }
}
