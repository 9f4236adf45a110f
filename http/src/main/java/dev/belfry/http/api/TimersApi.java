package dev.belfry.http.api;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.node.TimerChange;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls that concern one timer. Thread-safe. */
final class TimersApi {
    private static final String ALL = "/api/v1/groups/{groupId}/timers";
    private static final String ONE = ALL + "/{timerId}";

    private static final String SHORT = "/api/v1/timers";
    private static final String SHORT_ONE = SHORT + "/{groupId}/{timerId}";

    /** The instant of a single run that is kept beside its schedule. */
    static final String RUN = "scheduledFor";

    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final TimerStore store;
    private final Groups groups;
    private final RequestedTimer asked;
    private final Reads reads;
    private final Owners owners;
    private final int maxBody;

    TimersApi(
            TimerStore store,
            Groups groups,
            RequestedTimer asked,
            Reads reads,
            Owners owners,
            int maxBody) {
        this.store = store;
        this.groups = groups;
        this.asked = asked;
        this.reads = reads;
        this.owners = owners;
        this.maxBody = maxBody;
    }

    List<Route> routes() {
        var create =
                Route.without(HttpMethod.POST, ALL, this::create)
                        .taking(maxBody, Answer.JSON)
                        .needing(Role.WRITE, Reach.PATH);
        var routes = new ArrayList<Route>();
        routes.add(create);
        routes.add(create.alsoAt(SHORT).needing(Role.WRITE, Reach.BODY));
        routes.add(redriveOne());
        routes.add(redriveOne().alsoAt("/api/v1/groups/{groupId}/failed/{timerId}/redrive"));
        ofOne().forEach(
                        route -> {
                            routes.add(route);
                            routes.add(route.alsoAt(shortForm(route.path())));
                        });
        return routes;
    }

    /** The path that everything of a timer had before, and has beside its own. */
    static String shortForm(String path) {
        return SHORT_ONE + path.substring(ONE.length());
    }

    private List<Route> ofOne() {
        return List.of(
                Route.get(ONE, this::show).asking(RUN).needing(Role.READ, Reach.PATH),
                Route.without(HttpMethod.PUT, ONE, this::put)
                        .taking(maxBody, Answer.JSON)
                        .needing(Role.WRITE, Reach.PATH),
                Route.without(HttpMethod.PATCH, ONE, this::patch)
                        .taking(maxBody, Answer.JSON, MERGE_PATCH)
                        .needing(Role.WRITE, Reach.PATH),
                Route.without(HttpMethod.DELETE, ONE, this::delete)
                        .asking(RUN)
                        .givingNothing()
                        .needing(Role.WRITE, Reach.PATH),
                Route.without(HttpMethod.POST, ONE + "/fire", this::fire)
                        .takingNothing()
                        .needing(Role.WRITE, Reach.PATH),
                Route.without(HttpMethod.POST, ONE + "/pause", call -> pause(call, true))
                        .takingNothing()
                        .needing(Role.WRITE, Reach.PATH),
                Route.without(HttpMethod.POST, ONE + "/resume", call -> pause(call, false))
                        .takingNothing()
                        .needing(Role.WRITE, Reach.PATH));
    }

    private Route redriveOne() {
        return Route.without(HttpMethod.POST, ONE + "/redrive", this::redrive)
                .asking(RUN)
                .takingNothing()
                .needing(Role.OPERATE, Reach.PATH);
    }

    private CompletableFuture<Answer> create(Call call) {
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        return owners.change(creation(fields, call), call);
    }

    private TimerChange creation(TimerFields fields, Call call) {
        var key = allowed(asked.newKey(fields, call), call);
        var spec = asked.spec(key, fields, call);
        return TimerChange.create(groupOfNew(key), key, spec);
    }

    /** A timer that a body names; only now is it known whose it is. */
    private static TimerKey allowed(TimerKey key, Call call) {
        call.trail().about(key);
        call.requireGroup(key.group());
        return key;
    }

    /** What one item of a batch asks for. */
    TimerChange change(BatchChange item, Call call) {
        var fields = item.fields();
        return switch (item.operation()) {
            case CREATE -> creation(fields, call);
            case PUT -> {
                var key = allowed(asked.newKey(fields, call), call);
                var spec = asked.spec(key, fields, call);
                yield TimerChange.put(groupOfNew(key), key, spec, item.condition());
            }
            case PATCH -> {
                var key = allowed(asked.key(fields), call);
                var patch = asked.patch(key, fields);
                yield TimerChange.patch(groupOf(key), key, patch, item.condition());
            }
            case DELETE -> {
                var key = allowed(asked.key(fields), call);
                yield TimerChange.delete(groupOf(key), key, item.condition());
            }
        };
    }

    private Group groupOfNew(TimerKey key) {
        return groups.findForNew(key.group()).group();
    }

    private Group groupOf(TimerKey key) {
        return groups.find(key.group()).group();
    }

    private CompletableFuture<Answer> put(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        var spec = asked.spec(key, fields, call);
        var precondition = EntityTag.demanded(call);
        return owners.change(TimerChange.put(groupOfNew(key), key, spec, precondition), call);
    }

    private CompletableFuture<Answer> patch(Call call) {
        var key = call.timer();
        var fields = JsonText.readObject(call.body(), TimerReader::read);
        var patch = asked.patch(key, fields);
        var precondition = EntityTag.demanded(call);
        return owners.change(TimerChange.patch(groupOf(key), key, patch, precondition), call);
    }

    private CompletableFuture<Answer> delete(Call call) {
        var key = timerOrRun(call);
        var group = groupOf(key);
        return owners.change(TimerChange.delete(group, key, EntityTag.demanded(call)), call);
    }

    static TimerKey timerOrRun(Call call) {
        return call.query()
                .text(RUN)
                .map(text -> call.timer().ofRun(InstantText.parse(text, RUN)))
                .orElseGet(call::timer);
    }

    private CompletableFuture<Answer> pause(Call call, boolean pause) {
        var key = call.timer();
        return owners.change(
                TimerChange.pauseRuns(groupOf(key), key, pause, EntityTag.demanded(call)), call);
    }

    private CompletableFuture<Answer> fire(Call call) {
        var key = call.timer();
        var group = groupOf(key);
        return owners.change(TimerChange.fire(group, key, EntityTag.demanded(call)), call);
    }

    private CompletableFuture<Answer> redrive(Call call) {
        var key = timerOrRun(call);
        return key.run()
                .map(run -> redriveRun(key, run, call))
                .orElseGet(() -> owners.change(TimerChange.redrive(groupOf(key), key), call));
    }

    private CompletableFuture<Answer> redriveRun(TimerKey key, Instant run, Call call) {
        var group = groupOf(key);
        return reads.read(() -> formerRun(group.shardOf(key), key))
                .thenCompose(
                        former ->
                                owners.change(
                                        TimerChange.redriveRun(group, key.timer(), run, former),
                                        call));
    }

    /** The run that was redriven last, which must be over; the one that is asked for has failed. */
    private Optional<Recurrence.Redriven> formerRun(ShardId shard, TimerKey key) {
        requireFailed(store.timers().find(shard, key), key);
        var former =
                store.timers()
                        .find(shard, key.timer())
                        .pending()
                        .flatMap(Timer::recurrence)
                        .flatMap(Recurrence::redriven);
        former.ifPresent(it -> requireOver(store.timers().find(shard, key.ofRun(it.run()))));
        return former;
    }

    private static void requireFailed(Entry run, TimerKey key) {
        requireOver(run);
        if (!(run instanceof Entry.Kept(var kept) && kept.state() == TimerState.FAILED)) {
            throw Problems.notFound(key).raised();
        }
    }

    private static void requireOver(Entry run) {
        if (run.pending().isPresent()) {
            throw Problems.runRedriven().raised();
        }
    }

    /** Redrives one of many timers that a call is about, as a call for it alone would. */
    CompletableFuture<Answer> redrive(TimerKey key, Call call) {
        return owners.change(TimerChange.redrive(groupOf(key), key), call.alone(redriveOne(), key));
    }

    private CompletableFuture<Answer> show(Call call) {
        var key = timerOrRun(call);
        var shard = groupOf(key).shardOf(key);
        return reads.read(() -> store.timers().find(shard, key))
                .thenApply(entry -> shown(key, entry));
    }

    private static Answer shown(TimerKey key, Entry entry) {
        if (entry instanceof Entry.Absent) {
            throw Problems.notFound(key).raised();
        }
        return Result.timer(200, entry);
    }
}
