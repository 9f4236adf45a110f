package dev.belfry.check.processes;

import dev.belfry.check.history.EventId;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.client.Answers.BatchItem;
import dev.belfry.client.Answers.Deletion;
import dev.belfry.client.Answers.Refused;
import dev.belfry.client.Answers.Removed;
import dev.belfry.client.Answers.Stored;
import dev.belfry.client.ApiProblem;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import dev.belfry.client.BelfryTimer;
import dev.belfry.client.NewTimer;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Asks by the Java client and takes down what it asked and what it was told, no more. What nobody
 * knows the outcome of is not repeated: two that were carried out would be two events. Thread-safe.
 */
public final class Client {
    private static final String GROUP = "default";

    /** Longer than the server lets a request wait for the store. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A server that is down needs a second or two; few try it meanwhile. */
    private static final Duration WAIT_WHEN_REFUSED = Duration.ofMillis(300);

    private final BelfryClient belfry;
    private final List<Integer> ports;
    private final Chronicle chronicle;

    public Client(HttpClient http, int port, Chronicle chronicle) {
        this(http, List.of(port), chronicle);
    }

    /** Asks any of several nodes once, as it comes. */
    public Client(HttpClient http, List<Integer> ports, Chronicle chronicle) {
        this(once(http, ports), ports, chronicle);
    }

    public Client(BelfryClient belfry, List<Integer> ports, Chronicle chronicle) {
        this.belfry = belfry;
        this.ports = List.copyOf(ports);
        this.chronicle = chronicle;
    }

    private static BelfryClient once(HttpClient http, List<Integer> ports) {
        return builder(ports).httpClient(http).patience(Duration.ZERO).sendToAnyServer().build();
    }

    /** A client of the servers on these ports that leaves repeats of the unknown to others. */
    public static BelfryClient.Builder builder(List<Integer> ports) {
        return BelfryClient.builder(
                        ports.stream().map(it -> "http://127.0.0.1:" + it).toArray(String[]::new))
                .requestTimeout(PATIENCE)
                .neverRepeatUnknown();
    }

    /** Whether the server takes connections: asking for much while it is down fills the history. */
    boolean isListening() {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), anyPort()));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private int anyPort() {
        return ports.get(ThreadLocalRandom.current().nextInt(ports.size()));
    }

    /** How many of the timers were acknowledged as created. */
    public int createAll(List<String> ids, Wanted wanted) {
        var timers = new ArrayList<NewTimer>();
        var events = new ArrayList<EventId>();
        for (var id : ids) {
            var spec = wanted.spec();
            timers.add(spec.timer(id));
            events.add(chronicle.invoked(new Operation.Create(key(id), spec.request())));
        }
        var results = belfry.batch(timers);
        int created = 0;
        for (int i = 0; i < ids.size(); i++) {
            chronicle.answered(events.get(i), outcome(results.get(i)));
            created += results.get(i) instanceof Stored(_, boolean isNew) && isNew ? 1 : 0;
        }
        return created;
    }

    private static ObservedOutcome outcome(BatchItem item) {
        return switch (item) {
            case Stored(_, boolean isNew) -> ok(isNew ? Status.CREATED : Status.OK);
            case Refused(var problem) -> outcome(problem);
            case Removed _ -> throw new AssertionError("a create removed a timer");
        };
    }

    /** What it was told. */
    public ObservedOutcome create(String id, Wanted.Spec spec) throws InterruptedException {
        return operate(
                new Operation.Create(key(id), spec.request()),
                () -> stored(belfry.create(spec.timer(id))));
    }

    public void put(String id, Wanted.Spec spec) throws InterruptedException {
        operate(
                new Operation.Put(key(id), spec.request(), Precondition.none()),
                () -> stored(belfry.put(spec.timer(id))));
    }

    void patch(String id, Wanted.Patch patch) throws InterruptedException {
        operate(
                new Operation.Patch(key(id), patch.change(), Precondition.none()),
                () -> showing(Status.OK, belfry.patch(GROUP, id, patch.patch())));
    }

    public void delete(String id) throws InterruptedException {
        operate(
                new Operation.Delete(key(id), Precondition.none()),
                () -> deleted(belfry.delete(GROUP, id)));
    }

    public void get(String id) throws InterruptedException {
        operate(
                new Operation.Get(key(id)),
                () ->
                        belfry.get(GROUP, id)
                                .map(timer -> showing(Status.OK, timer))
                                .orElse(ok(Status.NOT_FOUND)));
    }

    /** Whether any timer is still to fire before this instant, or nobody says. */
    public boolean hasTimersBefore(Instant until) {
        try {
            return belfry.list(GROUP, 1).timers().stream()
                    .flatMap(timer -> timer.nextAttemptAt().stream())
                    .anyMatch(until::isAfter);
        } catch (BelfryException.Unavailable | BelfryException.OutcomeUnknown _) {
            return true;
        }
    }

    private static TimerKey key(String id) {
        return new TimerKey(GroupId.DEFAULT, id);
    }

    private ObservedOutcome operate(Operation operation, Supplier<ObservedOutcome> call)
            throws InterruptedException {
        var id = chronicle.invoked(operation);
        ObservedOutcome outcome;
        try {
            outcome = call.get();
        } catch (BelfryException e) {
            outcome = outcome(e.problem());
        }
        chronicle.answered(id, outcome);
        if (!(outcome instanceof ObservedOutcome.Ok)) {
            Thread.sleep(WAIT_WHEN_REFUSED);
        }
        return outcome;
    }

    private static ObservedOutcome outcome(ApiProblem problem) {
        if (problem.isTemporary()) {
            return problem.outcomeUnknown()
                    ? new ObservedOutcome.Unknown()
                    : new ObservedOutcome.Failed();
        }
        return switch (problem.status()) {
            case 404, 409 -> ok(Status.of(problem.status()));
            default -> throw new AssertionError("unexpected answer " + problem);
        };
    }

    private static ObservedOutcome ok(Status status) {
        return new ObservedOutcome.Ok(ObservedAnswer.of(status));
    }

    private static ObservedOutcome stored(Stored stored) {
        return showing(stored.isNew() ? Status.CREATED : Status.OK, stored.timer());
    }

    private static ObservedOutcome showing(Status status, BelfryTimer timer) {
        var tag = timer.etag().orElseThrow().replace("\"", "");
        var seen =
                new Seen(
                        TimerState.valueOf(timer.state().name()),
                        new Revision(Long.parseUnsignedLong(tag, 16)),
                        timer.executeAt(),
                        timer.attempts(),
                        Optional.empty());
        return new ObservedOutcome.Ok(ObservedAnswer.showing(status, seen));
    }

    private static ObservedOutcome deleted(Deletion deletion) {
        return switch (deletion) {
            case NOT_FOUND -> ok(Status.NOT_FOUND);
            case DELETED -> new ObservedOutcome.Ok(ObservedAnswer.deleted(InFlight.NONE));
            case DELETED_IN_FLIGHT ->
                    new ObservedOutcome.Ok(ObservedAnswer.deleted(InFlight.STARTED));
            case DELETED_PERHAPS_IN_FLIGHT ->
                    new ObservedOutcome.Ok(ObservedAnswer.deleted(InFlight.POSSIBLE));
        };
    }
}
