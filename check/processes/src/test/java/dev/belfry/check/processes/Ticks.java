package dev.belfry.check.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Timers one after another, which show by their lateness when nobody fired. Thread-safe. */
public final class Ticks implements AutoCloseable {
    /** Longer than a node waits for the reply to a callback that was handed over. */
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

    private final Map<String, Lateness> arrived = new ConcurrentHashMap<>();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final RawReceiver receiver =
            new RawReceiver(
                    (request, connection) -> {
                        var late = Lateness.of(request, Instant.now());
                        arrived.putIfAbsent(late.timerId(), late);
                        calls.merge(late.timerId(), 1, Integer::sum);
                        RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
                    });

    /** The items of a batch, the first one due then and the others each so much later. */
    public String items(List<String> ids, Instant first, Duration apart) {
        return IntStream.range(0, ids.size())
                .mapToObj(
                        i ->
                                "{\"timerId\":\"%s\",\"executeAt\":\"%s\",\"callbackUrl\":\"%s\"}"
                                        .formatted(
                                                ids.get(i),
                                                first.plus(apart.multipliedBy(i)),
                                                receiver.url()))
                .collect(Collectors.joining(",", "{\"timers\":[", "]}"));
    }

    /** How late each of them was, when all have come. */
    public List<Lateness> await(List<String> ids, Instant last) throws InterruptedException {
        while (!arrived.keySet().containsAll(ids)) {
            assertThat(Instant.now())
                    .as("%d of %d came by", arrived.size(), ids.size())
                    .isBefore(last.plus(LONGEST_DELAY));
            Thread.sleep(20);
        }
        return ids.stream().map(arrived::get).toList();
    }

    /** Those that were called more than once. */
    public List<String> repeated() {
        return calls.entrySet().stream()
                .filter(it -> it.getValue() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
