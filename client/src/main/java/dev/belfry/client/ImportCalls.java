package dev.belfry.client;

import dev.belfry.client.Answers.Imported;
import dev.belfry.client.Answers.ImportedItem;
import dev.belfry.client.Answers.Refused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines of an export on their way back to a server; those that are refused for now are sent again,
 * alone. A repeat is harmless. Confined to the stages of its future.
 */
final class ImportCalls {
    private static final long PAUSE_MILLIS = 500;

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

    private CompletableFuture<List<ImportedItem>> send(List<Integer> indexes) {
        var body =
                indexes.stream()
                        .map(lines::get)
                        .collect(Collectors.joining(",", "{\"timers\":[", "]}"));
        var call = ApiCall.of("POST", "timers/import?" + mode.query()).body(body).repeatable();
        return client.send(call)
                .thenCompose(response -> take(indexes, JsonObject.parse(response.body())));
    }

    private CompletableFuture<List<ImportedItem>> take(List<Integer> indexes, JsonObject answer) {
        var items = answer.list("results", JsonObject.class);
        var again = new ArrayList<Integer>();
        for (int i = 0; i < indexes.size(); i++) {
            var item = item(items.get(i));
            results[indexes.get(i)] = item;
            if (item instanceof Refused refused && refused.problem().isTemporary()) {
                again.add(indexes.get(i));
            }
        }
        long left = untilNanos - System.nanoTime();
        if (again.isEmpty() || left < TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
            return CompletableFuture.completedFuture(Arrays.asList(results));
        }
        var later = CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> again, later).thenCompose(this::send);
    }

    private static ImportedItem item(JsonObject json) {
        return json.findObject("problem")
                .<ImportedItem>map(problem -> new Refused(ApiProblem.of(problem, Optional.empty())))
                .orElseGet(() -> Imported.of(json.number("status").intValueExact()));
    }
}
