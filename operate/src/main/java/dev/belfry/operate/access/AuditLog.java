package dev.belfry.operate.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.belfry.core.InvalidValueException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log: one JSON object in each line of a file, written by a thread of its own. Timers go
 * before records of them: when the file can not be written, entries wait in memory and calls go on;
 * what has no room is lost, and how much was lost is the first thing that is written when it works
 * again. The file is opened anew for each piece, so that others may rename it. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    /** Entries and timers in them that may wait; some 20 MB. */
    static final int MOST_WAITING = 100_000;

    /**
     * Calls of strangers that are recorded each second: whoever has no key must not fill a disk.
     */
    static final int STRANGERS_EACH_SECOND = 100;

    private static final int PIECE = 1_000;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(2);
    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final String node;
    private final InstantSource clock;
    private final BlockingQueue<Dated> queue = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong second = new AtomicLong();
    private final AtomicInteger strangers = new AtomicInteger();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread writer = Thread.ofPlatform().name("belfry-audit").unstarted(this::run);
    private volatile Optional<String> failure = Optional.empty();

    private record Dated(Instant at, AuditEntry entry) {}

    /**
     * A log in a file.
     *
     * @param node the name of this server, which stands in each line
     */
    public AuditLog(Path path, String node, InstantSource clock) {
        this.path = path;
        this.node = node;
        this.clock = clock;
    }

    /**
     * Starts writing.
     *
     * @throws InvalidValueException if the file can not be opened
     */
    public void start() {
        try {
            open().close();
        } catch (IOException e) {
            throw new InvalidValueException("audit.log", "can not be written: " + e);
        }
        writer.setDaemon(true);
        writer.start();
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
    }

    /** Takes an entry; never waits. */
    public void record(AuditEntry entry) {
        var at = clock.instant();
        if ((entry.isOfStranger() && isOneTooMany(at)) || !room.tryAcquire(entry.weight())) {
            lost.incrementAndGet();
        } else {
            queue.add(new Dated(at, entry));
        }
    }

    private boolean isOneTooMany(Instant at) {
        long now = at.getEpochSecond();
        if (second.getAndSet(now) != now) {
            strangers.set(0);
        }
        return strangers.incrementAndGet() > STRANGERS_EACH_SECOND;
    }

    /** Why entries are not in the file at the moment. */
    public Optional<String> failure() {
        return failure.map(
                why ->
                        "the audit log can not be written (%s); %d entries wait and %d are lost"
                                .formatted(why, queue.size(), lost.get()));
    }

    private void run() {
        try {
            var piece = new ArrayList<Dated>();
            while (closing.getCount() > 0 || !queue.isEmpty() || lost.get() > 0) {
                var first = queue.poll(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    piece.add(first);
                    queue.drainTo(piece, PIECE);
                }
                write(piece);
                piece.clear();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tries until it works, or until nobody waits for it any more. */
    private void write(List<Dated> piece) throws InterruptedException {
        long gap = lost.getAndSet(0);
        if (piece.isEmpty() && gap == 0) {
            return;
        }
        var bytes = lines(piece, gap);
        boolean isLast = false;
        while (!appended(bytes)) {
            if (isLast) {
                LOG.atError().addKeyValue("entries", piece.size()).log("audit entries are lost");
                break;
            }
            isLast = closing.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS);
        }
        room.release(piece.stream().mapToInt(it -> it.entry().weight()).sum());
    }

    /** Writes all of it or, as far as the file system lets it, none. */
    private boolean appended(byte[] bytes) {
        try (var channel = open()) {
            long before = channel.size();
            try {
                var buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            } catch (IOException e) {
                channel.truncate(before);
                throw e;
            }
            failure = Optional.empty();
            return true;
        } catch (IOException e) {
            failed(e.toString());
            return false;
        }
    }

    private void failed(String why) {
        if (failure.isEmpty()) {
            LOG.atError().addKeyValue("why", why).log("the audit log can not be written");
        }
        failure = Optional.of(why);
    }

    private byte[] lines(List<Dated> piece, long gap) {
        var bytes = new ByteArrayOutputStream();
        try {
            if (gap > 0) {
                lost(bytes, gap);
            }
            for (var dated : piece) {
                line(bytes, dated);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void lost(ByteArrayOutputStream bytes, long gap) throws IOException {
        try (var json = begin(bytes, clock.instant())) {
            json.writeNumberField("lost", gap);
            json.writeEndObject();
        }
        bytes.write('\n');
    }

    private void line(ByteArrayOutputStream bytes, Dated dated) throws IOException {
        var entry = dated.entry();
        try (var json = begin(bytes, dated.at())) {
            json.writeStringField("caller", entry.caller().name());
            json.writeStringField("role", entry.caller().role().word());
            json.writeStringField("from", entry.from());
            json.writeStringField("requestId", entry.request());
            json.writeStringField("action", entry.action());
            json.writeNumberField("status", entry.status());
            for (var detail : entry.details().entrySet()) {
                json.writeStringField(detail.getKey(), detail.getValue());
            }
            if (entry.subjects().size() == 1) {
                write(json, entry.subjects().getFirst());
            } else if (!entry.subjects().isEmpty()) {
                json.writeArrayFieldStart("timers");
                for (var subject : entry.subjects()) {
                    json.writeStartObject();
                    write(json, subject);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        bytes.write('\n');
    }

    private JsonGenerator begin(ByteArrayOutputStream bytes, Instant at) throws IOException {
        var json = JSON.createGenerator(bytes);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeStringField("at", at.toString());
        json.writeStringField("node", node);
        return json;
    }

    private static void write(JsonGenerator json, AuditEntry.Subject subject) throws IOException {
        json.writeStringField("groupId", subject.group());
        if (subject.timer().isPresent()) {
            json.writeStringField("timerId", subject.timer().get());
        }
        if (subject.status().isPresent()) {
            json.writeNumberField("timerStatus", subject.status().get());
        }
    }

    /** Writes what waits, if it can be written. */
    @Override
    public void close() {
        closing.countDown();
        try {
            writer.join(CLOSED_WITHIN);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
