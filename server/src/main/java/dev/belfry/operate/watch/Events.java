package dev.belfry.operate.watch;

import dev.belfry.http.api.Answer;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells those who listen, every second, what happens in the cluster (server-sent events). While
 * nobody listens nothing is gathered. Thread-safe.
 */
final class Events {
    private static final String TYPE = "text/event-stream";

    private final Pulses pulses;
    private final int maxClients;
    private final Set<HttpServerResponse> clients = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean gathering = new AtomicBoolean();

    Events(Pulses pulses, int maxClients) {
        this.pulses = pulses;
        this.maxClients = maxClients;
    }

    Route route() {
        return Route.get("/events", _ -> CompletableFuture.completedFuture(stream())).giving(TYPE);
    }

    private Answer stream() {
        if (clients.size() >= maxClients) {
            throw Answer.overloaded("as many clients listen to events as are allowed");
        }
        return new Answer.Stream(TYPE, this::add);
    }

    private void add(HttpServerResponse client) {
        clients.add(client);
        client.closeHandler(_ -> clients.remove(client));
        client.exceptionHandler(_ -> clients.remove(client));
        client.write("retry: 2000\n\n");
    }

    /** Sends one event to all who listen; called once a second. */
    void tick() {
        if (!clients.isEmpty() && gathering.compareAndSet(false, true)) {
            var _ =
                    pulses.all()
                            .thenAccept(pulse -> send(JsonBytes.object(pulse::write)))
                            .whenComplete((_, _) -> gathering.set(false));
        }
    }

    private void send(byte[] data) {
        var event = "event: rates\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n";
        for (var client : clients) {
            if (!client.writeQueueFull()) {
                client.write(event);
            }
        }
    }

    /** Lets the clients go. */
    void close() {
        clients.forEach(HttpServerResponse::end);
        clients.clear();
    }
}
