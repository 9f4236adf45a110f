package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.node.Outcome;
import dev.belfry.node.TimerChange;
import dev.belfry.node.route.BatchErrand;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.Passage;
import dev.belfry.node.route.Trial;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.config.LimitsConfig;
import io.vertx.core.http.HttpMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Many changes in one request, each with an outcome of its own. Thread-safe. */
final class BatchApi {
    private static final String TIMERS = "timers";

    private final Kind kind;
    private final Owners owners;
    private final Reads reads;
    private final SecondLook look;
    private final int maxTimers;
    private final int maxBody;

    /** What the items of a batch mean. */
    interface Kind {
        String path();

        Set<String> parameters();

        Role role();

        /** Whether the timers that were made are never shown: whoever asked has them. */
        default boolean isTerse() {
            return false;
        }

        /** Refuses a query that can not be understood, and tells the trail what it asks. */
        default void begin(Call call) {}

        /** Reads an item that has begun. */
        TimerChange read(JsonParser parser, Call call) throws IOException;

        /** Makes a change of a shard that is here. */
        CompletableFuture<Outcome> make(TimerChange change, Call call);

        Result result(TimerKey key, Outcome outcome);
    }

    BatchApi(Kind kind, Owners owners, Reads reads, SecondLook look, LimitsConfig limits) {
        this.kind = kind;
        this.owners = owners;
        this.reads = reads;
        this.look = look;
        this.maxTimers = limits.batchTimers();
        this.maxBody = limits.batchBody().toInt();
    }

    Route route() {
        return Route.without(HttpMethod.POST, kind.path(), this::change)
                .taking(maxBody, Answer.JSON)
                .asking(kind.parameters().toArray(String[]::new))
                .needing(kind.role(), Reach.BODY);
    }

    private CompletableFuture<Answer> change(Call call) {
        kind.begin(call);
        long version = look.version();
        var changes = read(call);
        return changes.ofMissingGroups.isEmpty()
                ? make(changes, call)
                : look.bringsNews(version, changes.wanted, call)
                        .thenApply(isNews -> isNews ? read(call) : changes)
                        .exceptionally(failure -> read(call).withoutGroups(failure))
                        .thenCompose(read -> make(read, call));
    }

    private Changes read(Call call) {
        return JsonText.readObject(call.body(), (parser, _) -> read(parser, call));
    }

    private CompletableFuture<Answer> make(Changes errand, Call call) {
        return owners.changeAll(errand, call)
                .thenApplyAsync(made -> answer(errand.answers(made), call), reads::run);
    }

    /** All of it must be JSON before the first change is made. */
    private Changes read(JsonParser parser, Call call) throws IOException {
        var errand = new Changes(call);
        JsonFields.read(parser, call.body(), "", Set.of(TIMERS), (_, _) -> errand.readAll(parser));
        require(errand.isGiven, TIMERS, "is required");
        return errand;
    }

    private static BatchItem refused(Throwable failure, Call call) {
        return BatchItem.refused(Problems.of(failure, call.trail().requestId()));
    }

    private Answer answer(List<BatchItem> items, Call call) {
        call.trail().settled(item -> BatchItem.status(items.get(item)));
        if (kind.isTerse()) {
            return Answer.json(200, bytes(items, BatchItem::writeMinimal));
        }
        return Preference.isMinimal(call)
                ? Answer.json(200, bytes(items, BatchItem::writeMinimal))
                        .header("Preference-Applied", Preference.MINIMAL)
                : Answer.json(200, bytes(items, BatchItem::write));
    }

    private static byte[] bytes(List<BatchItem> items, JsonBytes.Item<BatchItem> form) {
        return JsonBytes.object(json -> json.list("results", items, form));
    }

    /**
     * The items that can be understood. Those of another owner travel together, as a batch of their
     * own. Confined to the request until it runs.
     */
    private final class Changes implements BatchErrand<BatchItem> {
        private final Call call;
        private final Conflicts conflicts = new Conflicts(maxBody);
        private final List<Integer> places = new ArrayList<>();
        private final List<Body> bodies = new ArrayList<>();
        private final List<TimerChange> changes = new ArrayList<>();
        private final Map<Integer, BatchItem> refusals = new HashMap<>();
        private int size;
        private boolean isGiven;
        private final Set<GroupId> wanted = new LinkedHashSet<>();
        private final Set<Integer> ofMissingGroups = new HashSet<>();

        Changes(Call call) {
            this.call = call;
        }

        /** Goes through the list once; what is left of an item that was refused is passed over. */
        void readAll(JsonParser parser) throws IOException {
            isGiven = true;
            require(parser.currentToken() == JsonToken.START_ARRAY, TIMERS, "must be a list");
            var list = parser.getParsingContext();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(size < maxTimers, TIMERS, "has more than %d items", maxTimers);
                read(parser);
                while (!parser.getParsingContext().equals(list)) {
                    parser.nextToken();
                }
                size++;
            }
        }

        private void read(JsonParser parser) throws IOException {
            call.trail().item(size);
            int from = (int) parser.currentTokenLocation().getByteOffset();
            try {
                JsonText.requireObject(parser);
                var change = kind.read(parser, call);
                int until = (int) parser.currentLocation().getByteOffset();
                add(call.body().part(from, until), change);
            } catch (RuntimeException e) {
                if (SecondLook.isOfMissingGroup(e)) {
                    ofMissingGroups.add(size);
                }
                if (e instanceof ProblemException refusal) {
                    refusal.wanted().ifPresent(wanted::add);
                }
                refusals.put(size, refused(e, call));
            }
        }

        /** Nobody could look for the groups that are missing: who asks for them may try again. */
        Changes withoutGroups(Throwable why) {
            ofMissingGroups.forEach(place -> refusals.put(place, refused(why, call)));
            return this;
        }

        private void add(Body body, TimerChange change) {
            places.add(size);
            bodies.add(body);
            changes.add(change);
        }

        /** One for each item, in their order. */
        List<BatchItem> answers(List<BatchItem> made) {
            var answers = new BatchItem[size];
            refusals.forEach((place, refusal) -> answers[place] = refusal);
            for (int i = 0; i < places.size(); i++) {
                answers[places.get(i)] = made.get(i);
            }
            return Arrays.asList(answers);
        }

        @Override
        public List<ShardId> shards() {
            return changes.stream().map(TimerChange::shard).toList();
        }

        /** One that fails does not hinder the others. */
        @Override
        public CompletableFuture<Trial<BatchItem>> here(int item) {
            var change = changes.get(item);
            return kind.make(change, call)
                    .thenApply(outcome -> trial(change, outcome))
                    .exceptionally(failure -> new Trial.Final<>(refused(failure, call)));
        }

        private Trial<BatchItem> trial(TimerChange change, Outcome outcome) {
            var result = conflicts.withinMemory(kind.result(change.key(), outcome));
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
