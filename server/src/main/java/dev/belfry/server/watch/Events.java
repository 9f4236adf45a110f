package dev.belfry.server.ops;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.server.api.Answer;
import dev.belfry.server.api.JsonBytes;
import dev.belfry.server.api.Route;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Tells those who listen, every second, what happens here (server-sent events). Thread-safe. */
public final class Events {
    private static final String TYPE = "text/event-stream";

    private final EngineMetrics metrics;
    private final Gauges gauges;
    private final InstantSource clock;
    private final int maxClients;
    private final Set<HttpServerResponse> clients = ConcurrentHashMap.newKeySet();
    private final Map<GroupId, Totals> before = new HashMap<>();
    private long beforeNanos;

    public Events(EngineMetrics metrics, Gauges gauges, InstantSource clock, int maxClients) {
        this.metrics = metrics;
        this.gauges = gauges;
        this.clock = clock;
        this.maxClients = maxClients;
    }

    public Route route() {
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

    /** Sends one event to all; called once a second by one thread at a time. */
    public void tick(long nowNanos) {
        double seconds = (nowNanos - beforeNanos) / 1e9;
        var rates = new HashMap<GroupId, Totals>();
        for (var group : gauges.groups()) {
            var totals = metrics.totals(group.id());
            var former = before.put(group.id(), totals);
            rates.put(group.id(), totals.ratesSince(former == null ? totals : former, seconds));
        }
        beforeNanos = nowNanos;
        send(JsonBytes.object(json -> write(json, rates)));
    }

    private void send(byte[] data) {
        var event = "event: rates\ndata: " + new String(data, StandardCharsets.UTF_8) + "\n\n";
        for (var client : clients) {
            if (!client.writeQueueFull()) {
                client.write(event);
            }
        }
    }

    private void write(JsonBytes json, Map<GroupId, Totals> rates) throws IOException {
        json.text("at", clock.instant())
                .number("inFlight", gauges.stats().inFlight())
                .number("queued", gauges.stats().queued())
                .list(
                        "groups",
                        gauges.groups(),
                        (it, group) ->
                                write(it, group, rates.getOrDefault(group.id(), Totals.NONE)));
    }

    private void write(JsonBytes json, Group group, Totals rates) throws IOException {
        json.text("groupId", group.id())
                .decimal("createdPerSecond", rates.created())
                .decimal("firedPerSecond", rates.fired())
                .decimal("attemptsPerSecond", rates.attempts())
                .decimal("reachedPerSecond", rates.reached())
                .decimal("failedPerSecond", rates.failed())
                .number("openShards", gauges.openShards(group))
                .number("backlogAgeMillis", gauges.backlogAge(group).toMillis());
    }

    /** Lets the clients go. */
    public void close() {
        clients.forEach(HttpServerResponse::end);
        clients.clear();
    }
}
