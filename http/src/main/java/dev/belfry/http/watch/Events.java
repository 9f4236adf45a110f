package dev.belfry.http.watch;

import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Call;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.GroupScope;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
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

    /**
     * One address, and one key, may have one in so many of the places: the others are for others.
     */
    private static final int SHARE = 2;

    /** Whoever had to say who it is says so again, so that a key that was revoked ends. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Pulses pulses;
    private final int maxClients;
    private final Map<HttpServerResponse, Client> clients = new ConcurrentHashMap<>();
    private final AtomicBoolean gathering = new AtomicBoolean();

    /** One that listens, and until when. */
    private record Client(CallerNetwork network, Caller caller, long untilNanos) {
        boolean isOver(long nowNanos) {
            return isKnown() && nowNanos - untilNanos >= 0;
        }

        boolean isKnown() {
            return !caller.equals(Caller.ANYONE);
        }

        boolean isBeside(Client other) {
            return network.equals(other.network);
        }

        boolean isSame(Client other) {
            return caller.equals(other.caller);
        }
    }

    Events(Pulses pulses, int maxClients) {
        this.pulses = pulses;
        this.maxClients = maxClients;
    }

    Route route() {
        return Route.get("/events", call -> CompletableFuture.completedFuture(stream(call)))
                .giving(TYPE)
                .needing(Role.READ, Reach.FILTERED);
    }

    private Answer stream(Call call) {
        var client =
                new Client(call.network(), call.caller(), System.nanoTime() + LONGEST.toNanos());
        if (clients.size() >= maxClients) {
            throw Answer.overloaded("as many clients listen to events as are allowed");
        }
        requireRoom("address", clients.values().stream().filter(client::isBeside).count());
        if (client.isKnown()) {
            requireRoom("key", clients.values().stream().filter(client::isSame).count());
        }
        return new Answer.Stream(TYPE, response -> add(response, client));
    }

    private void requireRoom(String what, long listening) {
        if (listening >= Math.ceilDiv(maxClients, SHARE)) {
            throw Answer.overloaded(
                    "as many clients of this %s listen as are allowed".formatted(what));
        }
    }

    /** One that has gone meanwhile is not told of again: nobody would take it off the list. */
    private void add(HttpServerResponse response, Client client) {
        clients.put(response, client);
        response.closeHandler(_ -> clients.remove(response));
        response.exceptionHandler(_ -> clients.remove(response));
        if (response.closed()) {
            clients.remove(response);
        } else {
            response.write("retry: 2000\n\n");
        }
    }

    /** Sends one event to all who listen; called once a second. */
    void tick() {
        if (!clients.isEmpty() && gathering.compareAndSet(false, true)) {
            var _ =
                    pulses.all()
                            .thenAccept(this::send)
                            .whenComplete((_, _) -> gathering.set(false));
        }
    }

    /** Those who may see the same groups are told the same. */
    private void send(ClusterPulse pulse) {
        var texts = new HashMap<GroupScope, String>();
        long now = System.nanoTime();
        clients.forEach(
                (response, client) -> {
                    var groups = client.caller().groups();
                    if (client.isOver(now)) {
                        leave(response);
                    } else if (!response.writeQueueFull()) {
                        response.write(
                                texts.computeIfAbsent(groups, it -> event(pulse.within(it))));
                    }
                });
    }

    private static String event(ClusterPulse pulse) {
        var data = new String(JsonBytes.object(pulse::write), StandardCharsets.UTF_8);
        return "event: rates\ndata: " + data + "\n\n";
    }

    /** Nobody hears of the end of a stream that was ended here. */
    private void leave(HttpServerResponse response) {
        clients.remove(response);
        if (!response.ended() && !response.closed()) {
            var _ = response.end();
        }
    }

    /** Lets the clients go. */
    void close() {
        clients.keySet().forEach(this::leave);
    }
}
