package dev.belfry.client;

import dev.belfry.client.Answers.BatchItem;
import dev.belfry.client.Answers.CountedMoves;
import dev.belfry.client.Answers.Deletion;
import dev.belfry.client.Answers.Explained;
import dev.belfry.client.Answers.ExportedLines;
import dev.belfry.client.Answers.GroupPage;
import dev.belfry.client.Answers.ImportedItem;
import dev.belfry.client.Answers.Page;
import dev.belfry.client.Answers.Pause;
import dev.belfry.client.Answers.Stored;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of the API as futures, which fail with a {@link BelfryException}. Calls do not wait for
 * each other. Thread-safe.
 */
public final class AsyncBelfryClient {
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final HttpClient http;
    private final Servers servers;
    private final BelfryClient.Builder settings;
    private final AtomicLong placementNanos;

    AsyncBelfryClient(BelfryClient.Builder settings) {
        this.settings = settings;
        this.servers = new Servers(settings.servers);
        this.http = settings.http();
        this.placementNanos =
                new AtomicLong(System.nanoTime() - settings.placementRefresh.toNanos());
    }

    /** A repeat is safe while the timer exists, and is made after an unknown outcome. */
    public CompletableFuture<Stored> create(NewTimer timer) {
        var call = ApiCall.of("POST", path(timer.group())).body(timer.json()).repeatable();
        return send(call.to(ownerOf(timer.group(), timer.id()))).thenApply(this::stored);
    }

    /** Creates it or replaces what is there. */
    public CompletableFuture<Stored> put(NewTimer timer) {
        return put(timer, ApiCall.of("PUT", path(timer.group(), timer.id())).repeatable());
    }

    /** Replaces it if it still has this revision. */
    public CompletableFuture<Stored> put(NewTimer timer, String etag) {
        return put(timer, ApiCall.of("PUT", path(timer.group(), timer.id())).ifMatch(etag));
    }

    private CompletableFuture<Stored> put(NewTimer timer, ApiCall call) {
        var owner = ownerOf(timer.group(), timer.id());
        return send(call.body(timer.replacement()).to(owner)).thenApply(this::stored);
    }

    /** Never repeated when its outcome is unknown: another may have changed the timer since. */
    public CompletableFuture<BelfryTimer> patch(String group, String id, TimerChanges patch) {
        return patch(group, id, patch, ApiCall.of("PATCH", path(group, id)));
    }

    /** Changes it if it still has this revision. */
    public CompletableFuture<BelfryTimer> patch(
            String group, String id, TimerChanges patch, String etag) {
        return patch(group, id, patch, ApiCall.of("PATCH", path(group, id)).ifMatch(etag));
    }

    private CompletableFuture<BelfryTimer> patch(
            String group, String id, TimerChanges patch, ApiCall call) {
        return send(call.body(patch.json()).to(ownerOf(group, id)))
                .thenApply(AsyncBelfryClient::timer);
    }

    /** Reads come from the database, whichever server is asked. */
    public CompletableFuture<Optional<BelfryTimer>> get(String group, String id) {
        return exchange(ApiCall.of("GET", path(group, id)).repeatable())
                .thenApply(
                        response ->
                                isMissingTimer(response)
                                        ? Optional.empty()
                                        : Optional.of(timer(successful(response))));
    }

    /**
     * Never repeated when its outcome is unknown: the answer to the repeat could not tell of an
     * attempt under way.
     */
    public CompletableFuture<Deletion> delete(String group, String id) {
        return delete(ApiCall.of("DELETE", path(group, id)).to(ownerOf(group, id)));
    }

    /** Deletes it if it still has this revision. */
    public CompletableFuture<Deletion> delete(String group, String id, String etag) {
        return delete(ApiCall.of("DELETE", path(group, id)).ifMatch(etag).to(ownerOf(group, id)));
    }

    private CompletableFuture<Deletion> delete(ApiCall call) {
        return exchange(call).thenApply(AsyncBelfryClient::deletion);
    }

    private static Deletion deletion(HttpResponse<String> response) {
        if (isMissingTimer(response)) {
            return Deletion.NOT_FOUND;
        }
        return Deletion.of(
                successful(response).headers().firstValue("Belfry-Attempt-In-Flight").orElse(""));
    }

    /**
     * Creates many, each owner's share in a call of its own. Never fails as a whole: each timer has
     * an outcome, in the order in which they were given.
     */
    public CompletableFuture<List<BatchItem>> batch(List<NewTimer> timers) {
        return change(timers.stream().map(TimerOperation::create).toList());
    }

    /**
     * Creates, replaces, changes and deletes many, as {@link #batch} does. Changes of one timer
     * belong into calls of their own: their order is not kept. What is no create or put is not
     * repeated when its outcome is unknown.
     */
    public CompletableFuture<List<BatchItem>> change(List<TimerOperation> changes) {
        return new Batch(changes, this, settings).start();
    }

    /** The first page of a group's scheduled timers, in the order in which they will fire. */
    public CompletableFuture<Page> list(String group, int limit) {
        return list(group, TimerQuery.pagesOf(limit));
    }

    /** A page of those that are asked for. */
    public CompletableFuture<Page> list(String group, TimerQuery query) {
        return page(path(group) + query.text());
    }

    /** A page that follows on another one. */
    public CompletableFuture<Page> list(String group, int limit, String cursor) {
        return list(group, TimerQuery.pagesOf(limit).after(cursor));
    }

    /** The first page of a group's dead letters, the latest first. */
    public CompletableFuture<Page> failed(String group, int limit) {
        return failed(group, TimerQuery.pagesOf(limit));
    }

    /** A page of them, by limit and cursor, with payloads or without. */
    public CompletableFuture<Page> failed(String group, TimerQuery query) {
        return page(groupPath(group) + "/failed" + query.text());
    }

    /** Timers of a group that are over, as far as it keeps them, the latest first. */
    public CompletableFuture<Page> history(String group, HistoryQuery query) {
        return page(groupPath(group) + "/history" + query.text());
    }

    /** Timers of a correlation id, scheduled and kept, in all groups that the caller may see. */
    public CompletableFuture<Page> find(String correlationId) {
        return page("timers?correlationId=" + ApiCall.escaped(correlationId));
    }

    /** A page that follows on another one. */
    public CompletableFuture<Page> find(String correlationId, String cursor) {
        return page(
                "timers?correlationId=%s&cursor=%s"
                        .formatted(ApiCall.escaped(correlationId), ApiCall.escaped(cursor)));
    }

    /** Schedules a dead letter anew, for now; not repeated when its outcome is unknown. */
    public CompletableFuture<BelfryTimer> redrive(String group, String id) {
        return send(ApiCall.of("POST", path(group, id) + "/redrive").to(ownerOf(group, id)))
                .thenApply(AsyncBelfryClient::timer);
    }

    /**
     * Starts a run of a schedule that failed for good again, beside the schedule; one run of a
     * timer at a time. Not repeated when its outcome is unknown.
     */
    public CompletableFuture<BelfryTimer> redriveRun(
            String group, String id, Instant scheduledFor) {
        var path =
                path(group, id)
                        + "/redrive?scheduledFor="
                        + ApiCall.escaped(scheduledFor.toString());
        return send(ApiCall.of("POST", path).to(ownerOf(group, id)))
                .thenApply(AsyncBelfryClient::timer);
    }

    /**
     * Starts a new schedule of the timer whose instant is now. Not repeated when its outcome is
     * unknown: it could fire twice.
     */
    public CompletableFuture<BelfryTimer> fire(String group, String id) {
        return send(ApiCall.of("POST", path(group, id) + "/fire").to(ownerOf(group, id)))
                .thenApply(AsyncBelfryClient::timer);
    }

    /** Why a timer has not fired yet. */
    public CompletableFuture<Explained> explain(String group, String id) {
        return send(ApiCall.of("GET", path(group, id) + "/explanation").repeatable())
                .thenApply(response -> explained(JsonObject.parse(response.body())));
    }

    private static Explained explained(JsonObject json) {
        return new Explained(
                json.text("state"), json.text("text"), json.findInstant("nextAttemptAt"));
    }

    /** The next runs of a cron expression of five or six fields on the clocks of a zone. */
    public CompletableFuture<List<Instant>> preview(String cron, ZoneId zone, int runs) {
        var path =
                "schedule/preview?cron=%s&zone=%s&n=%d"
                        .formatted(ApiCall.escaped(cron), ApiCall.escaped(zone.getId()), runs);
        return send(ApiCall.of("GET", path).repeatable())
                .thenApply(
                        response ->
                                JsonObject.parse(response.body())
                                        .list("runs", JsonObject.class)
                                        .stream()
                                        .map(run -> run.instant("scheduledFor"))
                                        .toList());
    }

    /** No run of the timer's schedule starts any more; one that is due goes on. */
    public CompletableFuture<BelfryTimer> pauseTimer(String group, String id) {
        return change(group, id, "/pause");
    }

    /** Missed runs are caught up as the schedule says. */
    public CompletableFuture<BelfryTimer> resumeTimer(String group, String id) {
        return change(group, id, "/resume");
    }

    private CompletableFuture<BelfryTimer> change(String group, String id, String verb) {
        var call = ApiCall.of("POST", path(group, id) + verb).repeatable();
        return send(call.to(ownerOf(group, id))).thenApply(AsyncBelfryClient::timer);
    }

    /** No attempt of the group starts any more; nothing is lost. */
    public CompletableFuture<Pause> pause(String group, String reason) {
        var body = new JsonWriter().text("reason", reason).end();
        var call = ApiCall.of("POST", groupPath(group) + "/pause").body(body);
        return send(call.repeatable()).thenApply(AsyncBelfryClient::pauseState);
    }

    public CompletableFuture<Pause> resume(String group) {
        var call = ApiCall.of("POST", groupPath(group) + "/resume");
        return send(call.repeatable()).thenApply(AsyncBelfryClient::pauseState);
    }

    /** Begins a bulk job; not repeated when its outcome is unknown: look at the jobs then. */
    public CompletableFuture<BelfryBulkJob> startBulkJob(String group, NewBulkJob job) {
        return bulkJob(ApiCall.of("POST", bulk(group)).body(job.json()));
    }

    /** How far a bulk job is; the latest 100 of a group are remembered. */
    public CompletableFuture<BelfryBulkJob> bulkJob(String group, String jobId) {
        return bulkJob(ApiCall.of("GET", bulk(group, jobId)).repeatable());
    }

    /** What it has changed stays changed. A job that is over stays as it is. */
    public CompletableFuture<BelfryBulkJob> cancelBulkJob(String group, String jobId) {
        return bulkJob(ApiCall.of("DELETE", bulk(group, jobId)).repeatable());
    }

    private CompletableFuture<BelfryBulkJob> bulkJob(ApiCall call) {
        return send(call)
                .thenApply(response -> BelfryBulkJob.of(JsonObject.parse(response.body())));
    }

    /** The group's bulk jobs, the latest first. */
    public CompletableFuture<List<BelfryBulkJob>> bulkJobs(String group) {
        return send(ApiCall.of("GET", bulk(group)).repeatable())
                .thenApply(
                        response ->
                                JsonObject.parse(response.body())
                                        .list("jobs", JsonObject.class)
                                        .stream()
                                        .map(BelfryBulkJob::of)
                                        .toList());
    }

    /**
     * Has shards of a group moved to another database of the server while their timers fire; of
     * none that is named, all. Asked again, it changes nothing.
     */
    public CompletableFuture<List<BelfryMove>> startMoves(String group, String to, int... shards) {
        return moves(movesTo(group, to, "", shards));
    }

    /** What {@link #startMoves} would move, and how much it is; nothing is moved. */
    public CompletableFuture<CountedMoves> countMoves(String group, String to, int... shards) {
        return send(movesTo(group, to, ",\"dryRun\":true", shards))
                .thenApply(response -> JsonObject.parse(response.body()))
                .thenApply(
                        json ->
                                new CountedMoves(
                                        BelfryMove.listOf(json),
                                        json.number("pending").longValueExact(),
                                        json.number("kept").longValueExact()));
    }

    private static ApiCall movesTo(String group, String to, String more, int... shards) {
        var named =
                shards.length == 0
                        ? ""
                        : Arrays.stream(shards)
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(",", ",\"shards\":[", "]"));
        var body = "{\"to\":%s%s%s}".formatted(JsonWriter.quoted(to), named, more);
        return ApiCall.of("POST", groupPath(group) + "/moves").body(body).repeatable();
    }

    /** The latest move of each shard of a group. */
    public CompletableFuture<List<BelfryMove>> moves(String group) {
        return moves(ApiCall.of("GET", groupPath(group) + "/moves").repeatable());
    }

    /** Shards that were moved already stay where they are. */
    public CompletableFuture<List<BelfryMove>> cancelMoves(String group) {
        return moves(ApiCall.of("DELETE", groupPath(group) + "/moves").repeatable());
    }

    /** One that was moved already stays where it is. */
    public CompletableFuture<BelfryMove> cancelMove(String group, int shard) {
        var path = "%s/moves/%d".formatted(groupPath(group), shard);
        return send(ApiCall.of("DELETE", path).repeatable())
                .thenApply(response -> BelfryMove.of(JsonObject.parse(response.body())));
    }

    private CompletableFuture<List<BelfryMove>> moves(ApiCall call) {
        return send(call)
                .thenApply(response -> BelfryMove.listOf(JsonObject.parse(response.body())));
    }

    /** Creates a group, or gives it these settings; all others become the usual ones. */
    public CompletableFuture<TimerGroup> putGroup(String group, GroupSettings settings) {
        return changed(ApiCall.of("PUT", groupPath(group)).body(settings.json()).repeatable());
    }

    /** Changes some settings; a repeat would change them to the same. */
    public CompletableFuture<TimerGroup> patchGroup(String group, GroupSettings settings) {
        return changed(ApiCall.of("PATCH", groupPath(group)).body(settings.json()).repeatable());
    }

    /** Changes some settings if the group still has this revision. */
    public CompletableFuture<TimerGroup> patchGroup(
            String group, GroupSettings settings, String etag) {
        return changed(ApiCall.of("PATCH", groupPath(group)).body(settings.json()).ifMatch(etag));
    }

    private CompletableFuture<TimerGroup> changed(ApiCall call) {
        return send(call).thenApply(AsyncBelfryClient::timerGroup);
    }

    public CompletableFuture<Optional<TimerGroup>> group(String group) {
        return exchange(ApiCall.of("GET", groupPath(group)).repeatable())
                .thenApply(
                        response ->
                                isMissing(response, "GROUP_NOT_FOUND")
                                        ? Optional.empty()
                                        : Optional.of(timerGroup(successful(response))));
    }

    /** The first groups in order of their names, of those whose names begin so. */
    public CompletableFuture<GroupPage> groups(String prefix, int limit) {
        return groupPage("prefix=%s&limit=%d".formatted(ApiCall.escaped(prefix), limit));
    }

    /** A page that follows on another one. */
    public CompletableFuture<GroupPage> groups(String prefix, int limit, String cursor) {
        return groupPage(
                "prefix=%s&limit=%d&cursor=%s"
                        .formatted(ApiCall.escaped(prefix), limit, ApiCall.escaped(cursor)));
    }

    /** Deletes a group in the background; one with pending timers is refused. */
    public CompletableFuture<TimerGroup.Phase> deleteGroup(String group) {
        return deleteGroup(ApiCall.of("DELETE", groupPath(group)));
    }

    /** Deletes a group in the background, with all its timers. */
    public CompletableFuture<TimerGroup.Phase> dropGroup(String group) {
        return deleteGroup(ApiCall.of("DELETE", groupPath(group) + "?drop=true"));
    }

    private CompletableFuture<TimerGroup.Phase> deleteGroup(ApiCall call) {
        return send(call)
                .thenApply(
                        response ->
                                TimerGroup.Phase.valueOf(
                                        JsonObject.parse(response.body()).text("phase")));
    }

    /** The first page of an export, of whose lines {@link #importLines} takes the timers. */
    public CompletableFuture<ExportedLines> export(String group, ExportContents contents) {
        return exported(groupPath(group) + "/export?" + contents.query());
    }

    /** A page that follows on another one. */
    public CompletableFuture<ExportedLines> export(
            String group, ExportContents contents, String cursor) {
        return exported(
                "%s/export?%s&cursor=%s"
                        .formatted(groupPath(group), contents.query(), ApiCall.escaped(cursor)));
    }

    private CompletableFuture<ExportedLines> exported(String path) {
        return send(ApiCall.of("GET", path).repeatable())
                .thenApply(response -> exportedLines(response.body()));
    }

    private static ExportedLines exportedLines(String text) {
        var last = text.substring(text.lastIndexOf('\n', text.length() - 2) + 1);
        return new ExportedLines(
                text,
                JsonObject.parse(last).findObject("next").flatMap(it -> it.findText("cursor")));
    }

    /**
     * Puts timers of an export back, any number, with an outcome for each in their order. A line
     * that is refused for now is sent again until the client's patience is over.
     */
    public CompletableFuture<List<ImportedItem>> importLines(List<String> lines, ImportMode mode) {
        return new ImportCalls(lines, mode, this, settings).start();
    }

    /** Looks at the cluster now; calls do it by themselves from time to time. */
    public CompletableFuture<Void> refreshPlacement() {
        return new Sending(ApiCall.of("GET", "cluster").repeatable(), http, servers, settings)
                .start()
                .thenApply(AsyncBelfryClient::successful)
                .thenAccept(
                        response ->
                                servers.learn(
                                        ShardOwners.of(
                                                JsonObject.parse(response.body()),
                                                settings.translator)));
    }

    // ---- sending

    Optional<URI> ownerOf(String group, String id) {
        return servers.placement().ownerOf(group, id);
    }

    CompletableFuture<HttpResponse<String>> send(ApiCall call) {
        return exchange(call).thenApply(AsyncBelfryClient::successful);
    }

    private CompletableFuture<HttpResponse<String>> exchange(ApiCall call) {
        refreshWhenOld();
        return new Sending(call, http, servers, settings).start();
    }

    HttpResponse<String> exchangeOnce(ApiCall call) throws IOException, InterruptedException {
        var server = servers.choose(call.owner(), Set.of());
        return http.send(call.request(server, settings), BodyHandlers.ofString());
    }

    boolean isReady() throws InterruptedException {
        var call = ApiCall.of("GET", "/health/ready");
        var tried = new HashSet<URI>();
        for (var server = servers.choose(Optional.empty(), tried);
                tried.add(server);
                server = servers.choose(Optional.empty(), tried)) {
            try {
                var answer = http.send(call.request(server, settings), BodyHandlers.discarding());
                servers.answered(server);
                if (answer.statusCode() == OK) {
                    return true;
                }
            } catch (IOException silent) {
                servers.silent(server);
            }
        }
        return false;
    }

    HttpResponse<Stream<String>> streamOnce(ApiCall call) throws IOException, InterruptedException {
        var server = servers.choose(call.owner(), Set.of());
        return http.send(call.request(server, settings), BodyHandlers.ofLines());
    }

    /** One call in a while pays for it, and does not wait; what fails is tried the next time. */
    private void refreshWhenOld() {
        long then = placementNanos.get();
        long now = System.nanoTime();
        if (settings.sendsToOwner
                && now - then >= settings.placementRefresh.toNanos()
                && placementNanos.compareAndSet(then, now)) {
            var unused = refreshPlacement();
        }
    }

    // ---- answers

    private static HttpResponse<String> successful(HttpResponse<String> response) {
        if (response.statusCode() >= OK && response.statusCode() < 300) {
            return response;
        }
        throw BelfryException.of(Sending.problem(response));
    }

    private static boolean isMissingTimer(HttpResponse<String> response) {
        return isMissing(response, "TIMER_NOT_FOUND");
    }

    private static boolean isMissing(HttpResponse<String> response, String code) {
        return response.statusCode() == 404 && Sending.problem(response).code().equals(code);
    }

    private static TimerGroup timerGroup(HttpResponse<String> response) {
        return TimerGroup.of(
                JsonObject.parse(response.body()), response.headers().firstValue("ETag"));
    }

    private CompletableFuture<GroupPage> groupPage(String query) {
        return send(ApiCall.of("GET", "groups?" + query).repeatable())
                .thenApply(response -> groupPage(JsonObject.parse(response.body())));
    }

    private static GroupPage groupPage(JsonObject json) {
        return new GroupPage(
                json.list("groups", JsonObject.class).stream()
                        .map(group -> TimerGroup.of(group, Optional.empty()))
                        .toList(),
                json.findText("nextCursor"));
    }

    private Stored stored(HttpResponse<String> response) {
        return new Stored(timer(response), response.statusCode() == CREATED);
    }

    private static BelfryTimer timer(HttpResponse<String> response) {
        return BelfryTimer.of(
                JsonObject.parse(response.body()), response.headers().firstValue("ETag"));
    }

    private CompletableFuture<Page> page(String path) {
        return send(ApiCall.of("GET", path).repeatable())
                .thenApply(response -> page(JsonObject.parse(response.body())));
    }

    private static Page page(JsonObject json) {
        return new Page(
                json.list("timers", JsonObject.class).stream()
                        .map(timer -> BelfryTimer.of(timer, Optional.empty()))
                        .toList(),
                json.findText("nextCursor"));
    }

    private static Pause pauseState(HttpResponse<String> response) {
        var json = JsonObject.parse(response.body());
        return new Pause(
                json.flag("paused"),
                json.findInstant("pausedSince"),
                json.findText("pauseReason"),
                json.list("unconfirmedShards", BigDecimal.class).stream()
                        .map(BigDecimal::intValueExact)
                        .toList());
    }

    private static String bulk(String group) {
        return "groups/" + ApiCall.escaped(group) + "/bulk";
    }

    private static String bulk(String group, String jobId) {
        return bulk(group) + "/" + ApiCall.escaped(jobId);
    }

    private static String groupPath(String group) {
        return "groups/" + ApiCall.escaped(group);
    }

    private static String path(String group) {
        return groupPath(group) + "/timers";
    }

    private static String path(String group, String id) {
        return path(group) + "/" + ApiCall.escaped(id);
    }
}
