package dev.belfry.bench;

import dev.belfry.core.timer.TimerUuid;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * The least that firing durable timers takes: pages of due rows are read, each row is posted by the
 * bare Vert.x client, and what was taken is deleted by many at a time. There is one for each
 * processor, with an event loop and two connections, and each has its part of the shards.
 */
final class FloorPipeline {
    static final String COMMAND = "floor-pipeline";

    private static final int PAGE = 1_000;

    /** Pages that are read and not yet all on their way. */
    private static final int PAGES_AHEAD = 2;

    private static final int LARGEST_DELETE = 1_000;
    private static final int IN_FLIGHT = 100;
    private static final long MILLIS_BETWEEN_LOOKS = 5;

    private static final String DUE =
            """
            SELECT fire_at, uuid, generation, revision, attempts, timer_id, execute_at, url,
                timeout_ms, headers, retry_policy, correlation_id, digest, payload
            FROM timers
            WHERE shard_key = ? AND fire_at <= ? AND (fire_at, uuid) > (?, ?)
            ORDER BY fire_at, uuid LIMIT %d
            """
                    .formatted(PAGE);

    private final RequestOptions request;
    private final Context context;
    private final HttpClient client;
    private final PostgresSchema database;
    private final List<Cursor> cursors;
    private final Semaphore pages = new Semaphore(PAGES_AHEAD);
    private final BlockingQueue<Due> done = new LinkedBlockingQueue<>();

    /** What is to be posted. Confined to the event loop. */
    private final Deque<Due> waiting = new ArrayDeque<>();

    private int inFlight;

    /** A row that is due, and where it lies. */
    private record Due(RawTimers.Place place, Buffer body, boolean lastOfPage) {}

    /** How far a shard was read. Confined to the thread that reads. */
    private static final class Cursor {
        private final long shardKey;
        private long fireAt = Long.MIN_VALUE;
        private byte[] uuid = {};

        Cursor(long shardKey) {
            this.shardKey = shardKey;
        }
    }

    private FloorPipeline(
            Vertx vertx,
            Context context,
            String receiver,
            PostgresSchema database,
            List<Cursor> cursors) {
        this.request = new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(receiver);
        this.context = context;
        this.client =
                vertx.createHttpClient(
                        new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(IN_FLIGHT));
        this.database = database;
        this.cursors = cursors;
    }

    static void run(Options options) throws SQLException {
        var database = new PostgresSchema(options.text("database", ""), FloorContender.SCHEMA);
        var receiver = options.text("receiver", "");
        options.requireNoMore();
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        int pipelines = Runtime.getRuntime().availableProcessors();
        var shards = shards(database);
        for (int i = 0; i < pipelines; i++) {
            var own = new ArrayList<Cursor>();
            for (int shard = i; shard < shards.size(); shard += pipelines) {
                own.add(new Cursor(shards.get(shard)));
            }
            vertx.deployVerticle(
                    context -> {
                        new FloorPipeline(vertx, context, receiver, database, own).start();
                        return Future.succeededFuture();
                    });
        }
    }

    private static List<Long> shards(PostgresSchema database) throws SQLException {
        var shards = new ArrayList<Long>();
        try (var connection = database.durable();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT shard_key FROM shards")) {
            while (rows.next()) {
                shards.add(rows.getLong(1));
            }
        }
        return shards;
    }

    /** Neither thread ever ends: the process is ended. */
    private void start() {
        Thread.ofPlatform().name("reader").start(() -> orEnd(this::read));
        Thread.ofPlatform().name("deleter").start(() -> orEnd(this::delete));
    }

    private static void orEnd(Notes.Step step) {
        try {
            step.run();
        } catch (Exception e) {
            end(e);
        }
    }

    private static void end(Throwable failure) {
        failure.printStackTrace();
        System.exit(1);
    }

    // ---- reading

    private void read() throws SQLException, InterruptedException {
        try (var connection = database.durable();
                var due = connection.prepareStatement(DUE)) {
            connection.setAutoCommit(true);
            while (true) {
                if (!readEach(due)) {
                    Thread.sleep(MILLIS_BETWEEN_LOOKS);
                }
            }
        }
    }

    /** Whether anything was due. */
    private boolean readEach(PreparedStatement due) throws SQLException, InterruptedException {
        boolean any = false;
        for (var cursor : cursors) {
            var page = page(due, cursor);
            if (!page.isEmpty()) {
                any = true;
                pages.acquire();
                context.runOnContext(_ -> add(page));
            }
        }
        return any;
    }

    private static List<Due> page(PreparedStatement due, Cursor cursor) throws SQLException {
        due.setLong(1, cursor.shardKey);
        due.setLong(2, System.currentTimeMillis());
        due.setLong(3, cursor.fireAt);
        due.setBytes(4, cursor.uuid);
        var page = new ArrayList<Due>();
        try (var row = due.executeQuery()) {
            boolean more = row.next();
            while (more) {
                cursor.fireAt = row.getLong("fire_at");
                cursor.uuid = row.getBytes("uuid");
                var place =
                        new RawTimers.Place(
                                cursor.shardKey, cursor.fireAt, TimerUuid.fromBytes(cursor.uuid));
                var body =
                        body(
                                row.getString("timer_id"),
                                row.getLong("execute_at"),
                                row.getBytes("payload"));
                more = row.next();
                page.add(new Due(place, body, !more));
            }
        }
        return page;
    }

    /** Nearly what Belfry sends. */
    private static Buffer body(String id, long executeAt, byte[] payload) {
        return Buffer.buffer(
                """
                {"groupId":"default","timerId":"%s","timerUuid":"00000000-0000-0000-0000-000000000000",\
                "executeAt":"%s","attempt":1,"payload":%s}"""
                        .formatted(
                                id,
                                Instant.ofEpochMilli(executeAt),
                                new String(payload, StandardCharsets.UTF_8)));
    }

    // ---- calling, on the event loop

    private void add(List<Due> page) {
        waiting.addAll(page);
        post();
    }

    private void post() {
        while (inFlight < IN_FLIGHT && !waiting.isEmpty()) {
            var due = waiting.remove();
            if (due.lastOfPage()) {
                pages.release();
            }
            inFlight++;
            client.request(request)
                    .compose(
                            it -> it.putHeader("content-type", "application/json").send(due.body()))
                    .compose(response -> response.body().map(_ -> response.statusCode()))
                    .onSuccess(status -> answered(due, status))
                    .onFailure(FloorPipeline::end);
        }
    }

    private void answered(Due due, int status) {
        if (status != 204) {
            end(new IllegalStateException("status " + status));
        }
        inFlight--;
        done.add(due);
        post();
    }

    // ---- deleting

    private void delete() throws SQLException, InterruptedException {
        try (Connection connection = database.durable();
                var rows = new RawTimers(connection)) {
            var batch = new ArrayList<Due>();
            while (true) {
                batch.add(done.take());
                done.drainTo(batch, LARGEST_DELETE - 1);
                for (var due : batch) {
                    rows.remove(due.place());
                }
                rows.flush();
                connection.commit();
                batch.clear();
            }
        }
    }
}
