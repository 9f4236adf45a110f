package dev.belfry.http.watch;

import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Call;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import dev.belfry.http.transport.CallerNetwork;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells those who listen, every second, what happens in the cluster (server-sent events). While
 * nobody listens nothing is gathered. Thread-safe.
 */
final class Events {
    private static final String TYPE = "text/event-stream";

    /** One caller may have one in so many of the places, so that there are some for others. */
    private static final int SHARE = 2;

    private final Pulses pulses;
    private final int maxClients;
    private final Map<HttpServerResponse, CallerNetwork> clients = new ConcurrentHashMap<>();
    private final AtomicBoolean gathering = new AtomicBoolean();

    Events(Pulses pulses, int maxClients) {
        this.pulses = pulses;
        this.maxClients = maxClients;
    }

    Route route() {
        return Route.get("/events", call -> CompletableFuture.completedFuture(stream(call)))
                .giving(TYPE);
    }

    private Answer stream(Call call) {
        var caller = call.caller();
        if (clients.size() >= maxClients) {
            throw Answer.overloaded("as many clients listen to events as are allowed");
        }
        if (countOf(caller) >= Math.ceilDiv(maxClients, SHARE)) {
            throw Answer.overloaded("as many clients of this address listen as are allowed");
        }
        return new Answer.Stream(TYPE, client -> add(client, caller));
    }

    private long countOf(CallerNetwork caller) {
        return clients.values().stream().filter(caller::equals).count();
    }

    /** One that has gone meanwhile is not told of again: nobody would take it off the list. */
    private void add(HttpServerResponse client, CallerNetwork caller) {
        clients.put(client, caller);
        client.closeHandler(_ -> clients.remove(client));
        client.exceptionHandler(_ -> clients.remove(client));
        if (client.closed()) {
            clients.remove(client);
        } else {
            client.write("retry: 2000\n\n");
        }
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
        for (var client : clients.keySet()) {
            if (!client.writeQueueFull()) {
                client.write(event);
            }
        }
    }

    /** Lets the clients go. */
    void close() {
        clients.keySet().forEach(HttpServerResponse::end);
        clients.clear();
    }
}
