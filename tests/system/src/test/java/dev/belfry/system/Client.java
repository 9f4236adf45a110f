package dev.belfry.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.history.Answer;
import dev.belfry.history.EventId;
import dev.belfry.history.InFlight;
import dev.belfry.history.Operation;
import dev.belfry.history.Outcome;
import dev.belfry.history.Seen;
import dev.belfry.history.Status;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks over HTTP and takes down what it asked and what it was told, no more. Thread-safe. */
final class Client {
    /** Longer than the server lets a request wait for the store. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A server that is down needs a second or two; few try it meanwhile. */
    private static final Duration WAIT_WHEN_REFUSED = Duration.ofMillis(300);

    private final HttpClient http;
    private final String address;
    private final InetSocketAddress listener;
    private final Chronicle chronicle;
    private final ObjectMapper json = new ObjectMapper();

    Client(HttpClient http, int port, Chronicle chronicle) {
        this.http = http;
        this.address = "http://127.0.0.1:" + port + "/api/v1/";
        this.listener = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.chronicle = chronicle;
    }

    /** What came back: an answer, or nothing and why. */
    private sealed interface Heard {
        record Response(HttpResponse<String> response) implements Heard {}

        record Nothing(Outcome outcome) implements Heard {}
    }

    /** Whether the server takes connections: asking for much while it is down fills the history. */
    boolean isListening() {
        try (var socket = new Socket()) {
            socket.connect(listener);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** How many of the timers were acknowledged as created. */
    int createAll(List<String> ids, Wanted wanted) throws IOException, InterruptedException {
        var items = new ArrayList<String>();
        var events = new ArrayList<EventId>();
        for (var id : ids) {
            var spec = wanted.spec();
            items.add(spec.withId(id));
            events.add(chronicle.invoked(new Operation.Create(key(id), spec.request())));
        }
        var body = "{\"timers\":[" + String.join(",", items) + "]}";
        return switch (send("POST", "timers/batch", body)) {
            case Heard.Response(var response) when response.statusCode() == 200 ->
                    itemsAnswered(events, json.readTree(response.body()).get("results"));
            case Heard.Response(var response) -> {
                var outcome = outcome(response.statusCode(), json.readTree(response.body()));
                events.forEach(event -> chronicle.answered(event, outcome));
                yield 0;
            }
            case Heard.Nothing(var outcome) -> {
                events.forEach(event -> chronicle.answered(event, outcome));
                yield 0;
            }
        };
    }

    private int itemsAnswered(List<EventId> events, JsonNode results) {
        int created = 0;
        for (int i = 0; i < events.size(); i++) {
            var result = results.get(i);
            int status = result.get("status").asInt();
            chronicle.answered(events.get(i), outcome(status, result.path("problem")));
            created += status == 201 ? 1 : 0;
        }
        return created;
    }

    /** What it was told. */
    Outcome create(String id, Wanted.Spec spec) throws IOException, InterruptedException {
        return operate(
                new Operation.Create(key(id), spec.request()), "POST", "timers", spec.withId(id));
    }

    void put(String id, Wanted.Spec spec) throws IOException, InterruptedException {
        operate(
                new Operation.Put(key(id), spec.request(), Precondition.none()),
                "PUT",
                one(id),
                spec.withoutId());
    }

    void patch(String id, Wanted.Patch patch) throws IOException, InterruptedException {
        operate(
                new Operation.Patch(key(id), patch.change(), Precondition.none()),
                "PATCH",
                one(id),
                patch.body());
    }

    void delete(String id) throws IOException, InterruptedException {
        operate(new Operation.Delete(key(id), Precondition.none()), "DELETE", one(id), "");
    }

    void get(String id) throws IOException, InterruptedException {
        operate(new Operation.Get(key(id)), "GET", one(id), "");
    }

    /** Whether any timer is still to fire before this instant. */
    boolean hasTimersBefore(Instant until) throws IOException, InterruptedException {
        return switch (send("GET", "groups/default/timers?limit=1&until=" + until, "")) {
            case Heard.Response(var response) ->
                    response.statusCode() != 200
                            || !json.readTree(response.body()).path("timers").isEmpty();
            case Heard.Nothing _ -> true;
        };
    }

    private static TimerKey key(String id) {
        return new TimerKey(GroupId.DEFAULT, id);
    }

    private static String one(String id) {
        return "timers/default/" + id;
    }

    private Outcome operate(Operation operation, String method, String path, String body)
            throws IOException, InterruptedException {
        var id = chronicle.invoked(operation);
        var outcome =
                switch (send(method, path, body)) {
                    case Heard.Response(var response) -> outcome(response);
                    case Heard.Nothing(var nothing) -> nothing;
                };
        chronicle.answered(id, outcome);
        return outcome;
    }

    /**
     * A connection that was refused carried nothing; any other break may have come after the server
     * had understood.
     */
    private Heard send(String method, String path, String body) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(PATIENCE)
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build();
        try {
            return new Heard.Response(patient(http.send(request, BodyHandlers.ofString())));
        } catch (ConnectException | HttpConnectTimeoutException _) {
            Thread.sleep(WAIT_WHEN_REFUSED);
            return new Heard.Nothing(new Outcome.Failed());
        } catch (IOException _) {
            return new Heard.Nothing(new Outcome.Unknown());
        }
    }

    /** Who is told to come back later is told when, and does. */
    private static HttpResponse<String> patient(HttpResponse<String> response)
            throws InterruptedException {
        if (response.statusCode() == 503) {
            assertThat(response.headers().firstValueAsLong("Retry-After")).isPresent();
            assertThat(response.body()).contains("\"code\":");
            Thread.sleep(WAIT_WHEN_REFUSED);
        }
        return response;
    }

    private Outcome outcome(HttpResponse<String> response) throws IOException {
        var body = response.body().isEmpty() ? json.nullNode() : json.readTree(response.body());
        return switch (response.statusCode()) {
            case 200, 201 ->
                    new Outcome.Ok(
                            Answer.showing(Status.of(response.statusCode()), seen(response, body)));
            case 204 -> new Outcome.Ok(Answer.deleted(inFlight(response)));
            default -> outcome(response.statusCode(), body);
        };
    }

    private static Outcome outcome(int status, JsonNode problem) {
        return switch (status) {
            case 200, 201, 404, 409 -> new Outcome.Ok(Answer.of(Status.of(status)));
            case 503 ->
                    problem.get("outcomeUnknown").asBoolean()
                            ? new Outcome.Unknown()
                            : new Outcome.Failed();
            default -> throw new AssertionError("unexpected answer " + status + " " + problem);
        };
    }

    private static Seen seen(HttpResponse<String> response, JsonNode timer) {
        var tag = response.headers().firstValue("ETag").orElseThrow().replace("\"", "");
        return new Seen(
                TimerState.valueOf(timer.get("state").asText()),
                new Revision(Long.parseUnsignedLong(tag, 16)),
                Instant.parse(timer.get("executeAt").asText()),
                timer.get("attempts").asInt(),
                Optional.empty());
    }

    private static InFlight inFlight(HttpResponse<String> response) {
        return switch (response.headers().firstValue("Belfry-Attempt-In-Flight").orElse("")) {
            case "" -> InFlight.NONE;
            case "true" -> InFlight.STARTED;
            case "possible" -> InFlight.POSSIBLE;
            default -> throw new AssertionError("unknown hint");
        };
    }
}
