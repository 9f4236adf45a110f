package dev.belfry.operate.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector from a thread of its own. What finds no room in its queue, or is not
 * taken, is lost and counted: nobody ever waits for a collector. Thread-safe.
 */
public final class SpanExport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanExport.class);

    /** About 10 MiB, and some seconds of a busy server. */
    static final int QUEUE = 10_000;

    private static final int BATCH = 500;
    private static final Duration GATHERING = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final URI endpoint;
    private final Map<String, Object> resource;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final BlockingQueue<RecordedSpan> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Counter sent;
    private final Counter lost;
    private final Thread worker = Thread.ofPlatform().daemon().name("spans").unstarted(this::work);
    private volatile boolean closing;
    private Duration pause = Duration.ZERO;

    /**
     * @param endpoint of the collector; its path for traces is added
     * @param resource what is known of this server
     */
    public SpanExport(URI endpoint, Map<String, Object> resource, MeterRegistry registry) {
        this.endpoint = URI.create(endpoint.toString().replaceFirst("/+$", "") + "/v1/traces");
        this.resource = Map.copyOf(resource);
        this.sent = counter(registry, "sent");
        this.lost = counter(registry, "lost");
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("belfry.spans")
                .description("Spans of traces, by whether the collector took them")
                .tag("outcome", outcome)
                .register(registry);
    }

    public void start() {
        worker.start();
    }

    void offer(RecordedSpan span) {
        if (!queue.offer(span)) {
            lost.increment();
        }
    }

    private void work() {
        try {
            while (!closing || !queue.isEmpty()) {
                var spans = gather();
                if (!spans.isEmpty()) {
                    send(spans);
                }
            }
        } catch (InterruptedException _) {
            LOG.atWarn().addKeyValue("spans", queue.size()).log("spans are left unsent");
        }
    }

    /** Waits for the first, then for others that come soon. */
    private List<RecordedSpan> gather() throws InterruptedException {
        var spans = new ArrayList<RecordedSpan>();
        var first = queue.poll(GATHERING.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            spans.add(first);
            long until = System.nanoTime() + GATHERING.toNanos();
            while (spans.size() < BATCH && !closing && System.nanoTime() < until) {
                var more = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (more != null) {
                    spans.add(more);
                }
            }
            queue.drainTo(spans, BATCH - spans.size());
        }
        return spans;
    }

    private void send(List<RecordedSpan> spans) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(endpoint)
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/x-protobuf")
                        .POST(BodyPublishers.ofByteArray(OtlpRequest.of(resource, spans)))
                        .build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2) {
                taken(spans.size());
            } else {
                refused(spans.size(), "status " + status);
            }
        } catch (IOException | IllegalArgumentException e) {
            refused(spans.size(), e.toString());
        }
    }

    private void taken(int count) {
        sent.increment(count);
        if (!pause.isZero()) {
            pause = Duration.ZERO;
            LOG.atInfo().addKeyValue("endpoint", endpoint).log("the collector of traces is back");
        }
    }

    /** A collector that is away is left alone for longer and longer. */
    private void refused(int count, String why) throws InterruptedException {
        lost.increment(count);
        if (pause.isZero()) {
            LOG.atWarn()
                    .addKeyValue("endpoint", endpoint)
                    .addKeyValue("because", why)
                    .log("the collector of traces takes no spans: they are lost until it does");
        }
        var longer = pause.isZero() ? GATHERING : pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
        if (!closing) {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }

    /** Sends what is left; for no longer than one call may take. */
    @Override
    public void close() {
        closing = true;
        try {
            worker.join(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        worker.interrupt();
        http.shutdownNow();
    }
}
