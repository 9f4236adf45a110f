package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.Outcome;
import dev.belfry.node.route.BatchErrand;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.Trial;

import io.vertx.core.http.HttpMethod;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Many creates in one request, each with an outcome of its own. Thread-safe. */
final class BatchApi {
    private static final String TIMERS = "timers";

    private final TimersApi timers;
    private final Owners owners;
    private final Reads reads;
    private final int maxTimers;
    private final int maxBody;

    BatchApi(TimersApi timers, Owners owners, Reads reads, int maxTimers, int maxBody) {
        this.timers = timers;
        this.owners = owners;
        this.reads = reads;
        this.maxTimers = maxTimers;
        this.maxBody = maxBody;
    }

    Route route() {
        return Route.without(HttpMethod.POST, "/api/v1/timers/batch", this::create)
                .taking(maxBody, Answer.JSON);
    }

    private CompletableFuture<Answer> create(Call call) {
        var items = JsonText.readObject(call.body(), this::items);
        var answers = new BatchItem[items.size()];
        var errand = new Creates(call);
        for (int i = 0; i < answers.length; i++) {
            try {
                var fields = JsonText.readObject(items.get(i), TimerReader::read);
                errand.add(i, items.get(i), timers.draft(fields, call));
            } catch (RuntimeException e) {
                answers[i] = refused(e);
            }
        }
        return owners.changeAll(errand, call)
                .thenApplyAsync(
                        created -> {
                            errand.place(created, answers);
                            return Answer.json(200, bytes(Arrays.asList(answers)));
                        },
                        reads::run);
    }

    /** Where each item lies; all of them must be JSON before the first one is created. */
    private List<Body> items(JsonParser parser, Body body) throws IOException {
        var items = new ArrayList<Body>();
        var given = new boolean[1];
        JsonFields.read(
                parser,
                body,
                "",
                Set.of(TIMERS),
                (_, value) -> {
                    given[0] = true;
                    cut(value, items);
                });
        if (!given[0]) {
            throw new InvalidValueException(TIMERS, "is required");
        }
        return items;
    }

    private void cut(JsonValue value, List<Body> items) throws IOException {
        var parser = value.parser();
        require(parser.currentToken() == JsonToken.START_ARRAY, TIMERS, "must be a list");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(items.size() < maxTimers, TIMERS, "has more than %d items", maxTimers);
            items.add(value.skipped());
        }
    }

    private static BatchItem refused(Throwable failure) {
        return BatchItem.refused(Problems.of(failure));
    }

    private static byte[] bytes(List<BatchItem> items) {
        return JsonBytes.object(json -> json.list("results", items, BatchItem::write));
    }

    /**
     * The items that can be understood. Those of another owner travel together, as a batch of their
     * own. Confined to the request until it runs.
     */
    private final class Creates implements BatchErrand<BatchItem> {
        private final Call call;
        private final Conflicts conflicts = new Conflicts(maxBody);
        private final List<Integer> places = new ArrayList<>();
        private final List<Body> bodies = new ArrayList<>();
        private final List<TimersApi.Draft> drafts = new ArrayList<>();
        private final List<ShardId> shards = new ArrayList<>();

        Creates(Call call) {
            this.call = call;
        }

        void add(int place, Body body, TimersApi.Draft draft) {
            shards.add(timers.shardOf(draft.key()));
            places.add(place);
            bodies.add(body);
            drafts.add(draft);
        }

        void place(List<BatchItem> created, BatchItem[] answers) {
            for (int i = 0; i < places.size(); i++) {
                answers[places.get(i)] = created.get(i);
            }
        }

        @Override
        public List<ShardId> shards() {
            return shards;
        }

        /** One that fails does not hinder the others. */
        @Override
        public CompletableFuture<Trial<BatchItem>> here(int item) {
            var draft = drafts.get(item);
            return timers.create(draft, Owners.timeLeft(call))
                    .thenApply(outcome -> trial(draft, outcome))
                    .exceptionally(failure -> new Trial.Final<>(refused(failure)));
        }

        private Trial<BatchItem> trial(TimersApi.Draft draft, Outcome outcome) {
            var result = conflicts.withinMemory(Result.of(draft.key(), outcome));
            return Trial.of(outcome, new BatchItem.Own(result));
        }

        @Override
        public CompletableFuture<Delivery<List<Trial<BatchItem>>>> there(
                NodeRow owner, List<Integer> items, Passage onward) {
            var body = batchOf(items);
            return owners.send(owner, call, body, 0, body.length, onward)
                    .thenApplyAsync(
                            delivery ->
                                    delivery.read(it -> PeerAnswers.many(owner, it, items.size())),
                            reads::run);
        }

        @Override
        public BatchItem unreachable(NodeRow owner, String why) {
            return BatchItem.refused(PeerAnswers.unreachable(owner, why));
        }

        @Override
        public BatchItem silent(NodeRow owner, String why) {
            return BatchItem.refused(PeerAnswers.silent(owner, why));
        }

        private byte[] batchOf(List<Integer> items) {
            var bytes = new ByteArrayOutputStream();
            bytes.writeBytes("{\"timers\":[".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < items.size(); i++) {
                if (i > 0) {
                    bytes.write(',');
                }
                var item = bodies.get(items.get(i));
                bytes.write(item.array(), item.from(), item.size());
            }
            bytes.writeBytes("]}".getBytes(StandardCharsets.US_ASCII));
            return bytes.toByteArray();
        }
    }
}
