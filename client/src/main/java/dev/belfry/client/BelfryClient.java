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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Timers of a Belfry server or cluster, from a Java program. Calls wait for their answer and throw
 * a {@link BelfryException}; {@link #async} has the same ones as futures. It sends changes to the
 * server that owns the timer's shard, and to others when that one does not answer. It holds nothing
 * that must be closed. Thread-safe.
 */
public final class BelfryClient {
    private final AsyncBelfryClient async;

    private BelfryClient(Builder settings) {
        this.async = new AsyncBelfryClient(settings);
    }

    /** A client of the servers at these addresses, such as {@code http://localhost:8080}. */
    public static BelfryClient of(String... servers) {
        return builder(servers).build();
    }

    /**
     * A client with other settings than the usual ones.
     *
     * @param servers some of the servers of one cluster; the others are found
     */
    public static Builder builder(String... servers) {
        return new Builder(List.of(servers));
    }

    public AsyncBelfryClient async() {
        return async;
    }

    /**
     * Sends a call once, to one server, and gives back what it says, be it a success or not: for
     * programs that show the answer rather than use it.
     *
     * @throws IOException if there is no whole answer; unless it is a {@link
     *     java.net.ConnectException}, the call may have been carried out
     */
    public HttpResponse<String> exchangeOnce(ApiCall call)
            throws IOException, InterruptedException {
        return async.exchangeOnce(call);
    }

    /** Whether a server says that it is ready: each that is known is asked once, until one does. */
    public boolean isReady() throws InterruptedException {
        return async.isReady();
    }

    /**
     * Sends a call once and gives its answer line by line as it comes, such as the events of {@code
     * /events}, until it ends or whoever has seen enough closes it.
     */
    public HttpResponse<Stream<String>> streamOnce(ApiCall call)
            throws IOException, InterruptedException {
        return async.streamOnce(call);
    }

    /** Creates a timer; an identical one that is there is as good. */
    public Stored create(NewTimer timer) {
        return await(async.create(timer));
    }

    /** Creates a timer or replaces what is there. */
    public Stored put(NewTimer timer) {
        return await(async.put(timer));
    }

    /** Replaces a timer if it still has this revision. */
    public Stored put(NewTimer timer, String etag) {
        return await(async.put(timer, etag));
    }

    /** Changes some fields of a timer. */
    public BelfryTimer patch(String group, String id, TimerChanges patch) {
        return await(async.patch(group, id, patch));
    }

    /** Changes some fields of a timer if it still has this revision. */
    public BelfryTimer patch(String group, String id, TimerChanges patch, String etag) {
        return await(async.patch(group, id, patch, etag));
    }

    /** A timer that is scheduled or kept. */
    public Optional<BelfryTimer> get(String group, String id) {
        return await(async.get(group, id));
    }

    /** Deletes a timer; afterwards no new callback of it starts. */
    public Deletion delete(String group, String id) {
        return await(async.delete(group, id));
    }

    /** Deletes a timer if it still has this revision. */
    public Deletion delete(String group, String id, String etag) {
        return await(async.delete(group, id, etag));
    }

    /** Creates many timers, each with an outcome of its own, in order. */
    public List<BatchItem> batch(List<NewTimer> timers) {
        return await(async.batch(timers));
    }

    /** See {@link AsyncBelfryClient#change}. */
    public List<BatchItem> change(List<TimerOperation> changes) {
        return await(async.change(changes));
    }

    /** The first page of a group's scheduled timers. */
    public Page list(String group, int limit) {
        return await(async.list(group, limit));
    }

    /** A page that follows on another one. */
    public Page list(String group, int limit, String cursor) {
        return await(async.list(group, limit, cursor));
    }

    /** See {@link AsyncBelfryClient#list(String, TimerQuery)}. */
    public Page list(String group, TimerQuery query) {
        return await(async.list(group, query));
    }

    /** The first page of a group's dead letters. */
    public Page failed(String group, int limit) {
        return await(async.failed(group, limit));
    }

    /** Timers of a group that are over, as far as it keeps them, the latest first. */
    public Page history(String group, HistoryQuery query) {
        return await(async.history(group, query));
    }

    /** Timers of a correlation id, scheduled and kept, in all groups that the caller may see. */
    public Page find(String correlationId) {
        return await(async.find(correlationId));
    }

    /** A page that follows on another one. */
    public Page find(String correlationId, String cursor) {
        return await(async.find(correlationId, cursor));
    }

    /** See {@link AsyncBelfryClient#failed(String, TimerQuery)}. */
    public Page failed(String group, TimerQuery query) {
        return await(async.failed(group, query));
    }

    /** Schedules a dead letter anew, for now. */
    public BelfryTimer redrive(String group, String id) {
        return await(async.redrive(group, id));
    }

    /** See {@link AsyncBelfryClient#redriveRun}. */
    public BelfryTimer redriveRun(String group, String id, Instant scheduledFor) {
        return await(async.redriveRun(group, id, scheduledFor));
    }

    /** See {@link AsyncBelfryClient#fire}. */
    public BelfryTimer fire(String group, String id) {
        return await(async.fire(group, id));
    }

    /** See {@link AsyncBelfryClient#explain}. */
    public Explained explain(String group, String id) {
        return await(async.explain(group, id));
    }

    /** See {@link AsyncBelfryClient#preview}. */
    public List<Instant> preview(String cron, ZoneId zone, int runs) {
        return await(async.preview(cron, zone, runs));
    }

    /** No run of the timer's schedule starts any more; one that is due goes on. */
    public BelfryTimer pauseTimer(String group, String id) {
        return await(async.pauseTimer(group, id));
    }

    /** Missed runs are caught up as the schedule says. */
    public BelfryTimer resumeTimer(String group, String id) {
        return await(async.resumeTimer(group, id));
    }

    /** No attempt of the group starts any more. */
    public Pause pause(String group, String reason) {
        return await(async.pause(group, reason));
    }

    public Pause resume(String group) {
        return await(async.resume(group));
    }

    /** See {@link AsyncBelfryClient#startBulkJob}. */
    public BelfryBulkJob startBulkJob(String group, NewBulkJob job) {
        return await(async.startBulkJob(group, job));
    }

    /** How far a bulk job is; the latest 100 of a group are remembered. */
    public BelfryBulkJob bulkJob(String group, String jobId) {
        return await(async.bulkJob(group, jobId));
    }

    /** What it has changed stays changed. A job that is over stays as it is. */
    public BelfryBulkJob cancelBulkJob(String group, String jobId) {
        return await(async.cancelBulkJob(group, jobId));
    }

    /** The group's bulk jobs, the latest first. */
    public List<BelfryBulkJob> bulkJobs(String group) {
        return await(async.bulkJobs(group));
    }

    /** See {@link AsyncBelfryClient#startMoves}. */
    public List<BelfryMove> startMoves(String group, String to, int... shards) {
        return await(async.startMoves(group, to, shards));
    }

    /** See {@link AsyncBelfryClient#countMoves}. */
    public CountedMoves countMoves(String group, String to, int... shards) {
        return await(async.countMoves(group, to, shards));
    }

    /** The latest move of each shard of a group. */
    public List<BelfryMove> moves(String group) {
        return await(async.moves(group));
    }

    /** Shards that were moved already stay where they are. */
    public List<BelfryMove> cancelMoves(String group) {
        return await(async.cancelMoves(group));
    }

    /** One that was moved already stays where it is. */
    public BelfryMove cancelMove(String group, int shard) {
        return await(async.cancelMove(group, shard));
    }

    /** Creates a group, or gives it these settings; all others become the usual ones. */
    public TimerGroup putGroup(String group, GroupSettings settings) {
        return await(async.putGroup(group, settings));
    }

    /** Changes some settings of a group. */
    public TimerGroup patchGroup(String group, GroupSettings settings) {
        return await(async.patchGroup(group, settings));
    }

    /** Changes some settings of a group if it still has this revision. */
    public TimerGroup patchGroup(String group, GroupSettings settings, String etag) {
        return await(async.patchGroup(group, settings, etag));
    }

    public Optional<TimerGroup> group(String group) {
        return await(async.group(group));
    }

    /** The first groups in order of their names, of those whose names begin so. */
    public GroupPage groups(String prefix, int limit) {
        return await(async.groups(prefix, limit));
    }

    /** A page that follows on another one. */
    public GroupPage groups(String prefix, int limit, String cursor) {
        return await(async.groups(prefix, limit, cursor));
    }

    /** The first page of an export, of whose lines {@link #importLines} takes the timers. */
    public ExportedLines export(String group, ExportContents contents) {
        return await(async.export(group, contents));
    }

    /** A page that follows on another one. */
    public ExportedLines export(String group, ExportContents contents, String cursor) {
        return await(async.export(group, contents, cursor));
    }

    /** Puts timers of an export back, any number, with an outcome for each in their order. */
    public List<ImportedItem> importLines(List<String> lines, ImportMode mode) {
        return await(async.importLines(lines, mode));
    }

    /** Deletes a group in the background; one with pending timers is refused. */
    public TimerGroup.Phase deleteGroup(String group) {
        return await(async.deleteGroup(group));
    }

    /** Deletes a group in the background, with all its timers. */
    public TimerGroup.Phase dropGroup(String group) {
        return await(async.dropGroup(group));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BelfryException belfry) {
                throw belfry;
            }
            throw e;
        }
    }

    /** How a client behaves; the defaults are good for most. Confined to one thread until built. */
    public static final class Builder {
        final List<URI> servers;
        Duration patience = Duration.ofSeconds(30);
        Duration requestTimeout = Duration.ofSeconds(15);
        Duration placementRefresh = Duration.ofSeconds(5);
        boolean repeatsUnknown = true;
        boolean sendsToOwner = true;
        UnaryOperator<URI> translator = UnaryOperator.identity();
        Optional<Supplier<String>> credentials = Optional.empty();
        private Optional<SSLContext> sslContext = Optional.empty();
        private Optional<HttpClient> given = Optional.empty();

        private Builder(List<String> servers) {
            this.servers =
                    servers.stream().map(it -> URI.create(it.replaceAll("/+$", ""))).toList();
            if (servers.isEmpty()) {
                throw new IllegalArgumentException("a client needs the address of a server");
            }
        }

        private Builder(Builder other) {
            this.servers = other.servers;
            this.patience = other.patience;
            this.requestTimeout = other.requestTimeout;
            this.placementRefresh = other.placementRefresh;
            this.repeatsUnknown = other.repeatsUnknown;
            this.sendsToOwner = other.sendsToOwner;
            this.translator = other.translator;
            this.credentials = other.credentials;
            this.sslContext = other.sslContext;
            this.given = other.given;
        }

        /** How long a call is tried again in all; 30 s. */
        public Builder patience(Duration all) {
            patience = all;
            return this;
        }

        /** How long one request waits for its answer; 15 s, longer than a server takes (10 s). */
        public Builder requestTimeout(Duration each) {
            requestTimeout = each;
            return this;
        }

        /** How old the knowledge of who owns what may get; 5 s. */
        public Builder placementRefresh(Duration age) {
            placementRefresh = age;
            return this;
        }

        /**
         * Creates and puts whose outcome is unknown are not sent again. Else they are, and a timer
         * that fired in between is scheduled once more, unless its group keeps history.
         */
        public Builder neverRepeatUnknown() {
            repeatsUnknown = false;
            return this;
        }

        /** Does not look for owners: behind a load balancer there is nobody to choose. */
        public Builder sendToAnyServer() {
            sendsToOwner = false;
            return this;
        }

        /** Where this client reaches a server that goes by another address among the servers. */
        public Builder addressTranslator(UnaryOperator<URI> addresses) {
            translator = addresses;
            return this;
        }

        /** The API key that says who this client is. */
        public Builder key(String key) {
            return credentials(() -> key);
        }

        /**
         * What says who this client is, an API key or a token, asked for before each request so
         * that it can change. It must be quick: it runs on the threads of the connections.
         */
        public Builder credentials(Supplier<String> current) {
            credentials = Optional.of(current);
            return this;
        }

        /** Which certificates of servers are trusted, where those of Java are not enough. */
        public Builder sslContext(SSLContext context) {
            sslContext = Optional.of(context);
            return this;
        }

        /** A client with other connections; it brings all it needs, its trust too. */
        public Builder httpClient(HttpClient client) {
            given = Optional.of(client);
            return this;
        }

        HttpClient http() {
            return given.orElseGet(this::newHttp);
        }

        private HttpClient newHttp() {
            var http =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(Duration.ofSeconds(2));
            sslContext.ifPresent(http::sslContext);
            return http.build();
        }

        public BelfryClient build() {
            return new BelfryClient(new Builder(this));
        }
    }
}
