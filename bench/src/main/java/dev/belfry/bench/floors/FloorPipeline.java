package dev.belfry.bench.floors;

import static java.util.Objects.requireNonNull;

import dev.belfry.bench.harness.BareClient;
import dev.belfry.bench.harness.Notes;
import dev.belfry.core.timer.TimerUuid;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The least that firing durable timers takes: pages of due rows are read, each row is posted by the
 * bare Vert.x client, and what was taken is deleted by many at a time. There is one for each
 * processor, with an event loop and two connections, and each has its part of the shards.
 */
public final class FloorPipeline {
    private static final int PAGE = 1_000;

    /** Pages that are read and not yet all on their way. */
    private static final int PAGES_AHEAD = 2;

    private static final int LARGEST_DELETE = 1_000;
    private static final int IN_FLIGHT = 100;

    /** After a look that found nothing, twice as long after each further one. */
    private static final long SHORTEST_PAUSE_MILLIS = 5;

    private static final long LONGEST_PAUSE_MILLIS = 50;

    /** One look at all its shards: as many rows of each. */
    private static final String DUE =
            """
            SELECT due.*
            FROM unnest(?::bigint[], ?::bigint[], ?::bytea[]) AS read (shard_key, fire_at, uuid)
            CROSS JOIN LATERAL (
                SELECT shard_key, fire_at, uuid, generation, revision, attempts, timer_id,
                    execute_at, url, timeout_ms, headers, retry_policy, correlation_id, digest,
                    payload
                FROM timers
                WHERE timers.shard_key = read.shard_key AND timers.fire_at <= ?
                    AND (timers.fire_at, timers.uuid) > (read.fire_at, read.uuid)
                ORDER BY timers.fire_at, timers.uuid LIMIT ?) AS due
            """;

    private final Context context;
    private final BareClient client;
    private final PostgresTables database;
    private final Map<Long, Cursor> cursors;
    private final Semaphore pages = new Semaphore(PAGES_AHEAD);
    private final AtomicInteger unsettled = new AtomicInteger();
    private final BlockingQueue<Due> done = new LinkedBlockingQueue<>();

    /** What is to be posted. Confined to the event loop. */
    private final Deque<Due> waiting = new ArrayDeque<>();

    private int inFlight;

    /** A row that is due, and where it lies. */
    private record Due(RawRows.Key key, Buffer body, boolean lastOfPage) {}

    /** How far a shard was read. Confined to the thread that reads. */
    private static final class Cursor {
        private final long shardKey;
        private long fireAt;
        private byte[] uuid = {};

        Cursor(long shardKey) {
            this.shardKey = shardKey;
            reset();
        }

        void reset() {
            moveTo(Long.MIN_VALUE, new byte[0]);
        }

        void moveTo(long at, byte[] position) {
            fireAt = at;
            uuid = position;
        }
    }

    private FloorPipeline(
            Vertx vertx,
            Context context,
            String receiver,
            PostgresTables database,
            Map<Long, Cursor> cursors) {
        this.context = context;
        this.client = BareClient.to(receiver, vertx, IN_FLIGHT);
        this.database = database;
        this.cursors = cursors;
    }

    /** For ever: with the URL of a database and that of the receiver. */
    public static void main(String[] args) throws SQLException {
        var database = new PostgresTables(args[0]);
        var receiver = args[1];
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var shards = shards(database);
        int pipelines = Math.min(Runtime.getRuntime().availableProcessors(), shards.size());
        for (int i = 0; i < pipelines; i++) {
            var own = new LinkedHashMap<Long, Cursor>();
            for (int shard = i; shard < shards.size(); shard += pipelines) {
                own.put(shards.get(shard), new Cursor(shards.get(shard)));
            }
            vertx.deployVerticle(
                    context -> {
                        new FloorPipeline(vertx, context, receiver, database, own).start();
                        return Future.succeededFuture();
                    });
        }
    }

    private static List<Long> shards(PostgresTables database) throws SQLException {
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
            long pause = SHORTEST_PAUSE_MILLIS;
            while (true) {
                // None in the air: what was stored behind a cursor is found from the start.
                if (unsettled.get() == 0) {
                    cursors.values().forEach(Cursor::reset);
                }
                var page = page(due);
                if (page.isEmpty()) {
                    Thread.sleep(pause);
                    pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
                } else {
                    unsettled.addAndGet(page.size());
                    pages.acquire();
                    context.runOnContext(_ -> add(page));
                    pause = SHORTEST_PAUSE_MILLIS;
                }
            }
        }
    }

    private List<Due> page(PreparedStatement due) throws SQLException {
        var read = cursors.values();
        due.setObject(1, read.stream().mapToLong(it -> it.shardKey).toArray());
        due.setObject(2, read.stream().mapToLong(it -> it.fireAt).toArray());
        due.setObject(3, read.stream().map(it -> it.uuid).toArray(byte[][]::new));
        due.setLong(4, System.currentTimeMillis());
        due.setInt(5, PAGE / cursors.size());
        var page = new ArrayList<Due>();
        try (var row = due.executeQuery()) {
            boolean more = row.next();
            while (more) {
                long shardKey = row.getLong("shard_key");
                long fireAt = row.getLong("fire_at");
                var uuid = row.getBytes("uuid");
                requireNonNull(cursors.get(shardKey)).moveTo(fireAt, uuid);
                var key = new RawRows.Key(shardKey, fireAt, TimerUuid.fromBytes(uuid));
                var body =
                        body(
                                row.getString("timer_id"),
                                row.getLong("execute_at"),
                                row.getBytes("payload"));
                more = row.next();
                page.add(new Due(key, body, !more));
            }
        }
        return page;
    }

    /** Nearly what Belfry sends. */
    private static Buffer body(String id, long executeAt, byte[] payload) {
        return Buffer.buffer()
                .appendString("{\"groupId\":\"default\",\"timerId\":\"")
                .appendString(id)
                .appendString("\",\"timerUuid\":\"00000000-0000-0000-0000-000000000000\",")
                .appendString("\"executeAt\":\"")
                .appendString(Instant.ofEpochMilli(executeAt).toString())
                .appendString("\",\"attempt\":1,\"payload\":")
                .appendBytes(payload)
                .appendString("}");
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
            client.post(due.body()).onSuccess(_ -> taken(due)).onFailure(FloorPipeline::end);
        }
    }

    private void taken(Due due) {
        inFlight--;
        done.add(due);
        post();
    }

    // ---- deleting

    private void delete() throws SQLException, InterruptedException {
        try (var connection = database.durable();
                var deletes = ArrayDeletes.by(connection)) {
            var batch = new ArrayList<Due>();
            while (true) {
                batch.add(done.take());
                done.drainTo(batch, LARGEST_DELETE - 1);
                deletes.delete(batch.stream().map(Due::key).toList());
                unsettled.addAndGet(-batch.size());
                batch.clear();
            }
        }
    }
}
