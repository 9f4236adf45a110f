package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.check.processes.Lateness;
import dev.belfry.server.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Timers that somebody else makes all the while, each of which must arrive once. Thread-safe. */
final class PunctualTimers {
    private static final Duration BETWEEN = Duration.ofMillis(50);

    private final AttackedServer server;
    private final List<Lateness> arrived = new CopyOnWriteArrayList<>();
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private final RawReceiver receiver =
            new RawReceiver(this::receive, InetAddress.ofLiteral("127.0.0.2"));
    private final Thread maker;
    private volatile boolean isOver;

    PunctualTimers(AttackedServer server) {
        this.server = server;
        this.maker = Thread.ofVirtual().start(this::make);
    }

    private void receive(RawReceiver.Request request, Socket connection) throws IOException {
        arrived.add(Lateness.of(request, Instant.now()));
        RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
    }

    private void make() {
        while (!isOver) {
            var id = "punctual-" + made.size();
            try {
                var url = "http://127.0.0.2:" + receiver.port() + "/";
                var answer = server.fire("default", id, url);
                if (answer.statusCode() == 201) {
                    made.add(id);
                } else {
                    refused.add(answer.statusCode() + " " + answer.body());
                }
                Thread.sleep(BETWEEN);
            } catch (IOException e) {
                refused.add(e.toString());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    int arrivals() {
        return arrived.size();
    }

    void requireGoingOn(int before) {
        Eventually.holds("punctual timers arrive", () -> arrivals() > before);
        assertThat(refused).as("creates of others").isEmpty();
    }

    /** All that were made have come, each once and none before its time. */
    void requireAllArrived() throws InterruptedException {
        isOver = true;
        maker.join();
        Eventually.holds("all have arrived", () -> arrivals() >= made.size());
        assertThat(arrived.stream().map(Lateness::timerId).toList())
                .containsExactlyInAnyOrderElementsOf(made);
        assertThat(arrived).noneMatch(Lateness::isEarly);
        System.out.printf("beside the attacks: %s%n", Lateness.summary(arrived));
    }

    void stop() throws InterruptedException {
        isOver = true;
        maker.join();
        receiver.close();
    }
}
