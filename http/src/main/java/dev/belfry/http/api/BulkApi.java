package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Actions on all timers that a filter lets pass, as jobs in the background. Thread-safe. */
public final class BulkApi {
    /** How often {@link #step} should be called. */
    public static final Duration STEP = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(BulkApi.class);
    private static final String ALL = "/api/v1/groups/{groupId}/bulk";
    private static final String ONE = ALL + "/{jobId}";
    private static final int MAX_BODY = 8 * 1024;

    /** Jobs of a group that are remembered: the oldest that are over make room. */
    private static final int MOST_JOBS = 100;

    /** Jobs of a group that are not over: each node reads all of them again and again. */
    private static final int MOST_RUNNING = 10;

    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final InstantSource clock;
    private final BulkWorker worker;
    private boolean isBusy;
    private boolean isClosed;

    /**
     * @param changes the calls of single timers, which jobs make
     */
    BulkApi(Api.Parts parts, List<Route> changes) {
        this.store = parts.store();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.clock = parts.clock();
        var page =
                new BulkPage(
                        store,
                        groups,
                        Pages.ofTimersUpTo(parts.configuration().limits().payload().count()),
                        new BulkChanges(
                                changes, reads, parts.configuration().http().requestTimeout()));
        this.worker =
                new BulkWorker(
                        store.records(),
                        groups,
                        page,
                        reads::run,
                        () -> parts.self().get().incarnation().toString(),
                        clock,
                        System::nanoTime);
    }

    /** Brings the jobs of this node a little further, unless it still does or was closed. */
    public synchronized void step() {
        if (!isBusy) {
            isBusy = true;
            reads.run(this::work);
        }
    }

    private void work() {
        try {
            worker.step();
        } catch (RuntimeException e) {
            LOG.atDebug().setCause(e).log("bulk jobs wait");
        } finally {
            rest();
        }
    }

    private synchronized void rest() {
        isBusy = isClosed;
    }

    /** Begins no further page: another node goes on with the jobs. */
    public synchronized void close() {
        isClosed = true;
        isBusy = true;
    }

    List<Route> routes() {
        return List.of(
                Route.without(HttpMethod.POST, ALL, this::create)
                        .taking(MAX_BODY, Answer.JSON)
                        .needing(Role.OPERATE, Reach.PATH),
                Route.get(ALL, this::list).needing(Role.READ, Reach.PATH),
                Route.get(ONE, this::show).needing(Role.READ, Reach.PATH),
                Route.without(HttpMethod.DELETE, ONE, this::cancel)
                        .needing(Role.OPERATE, Reach.PATH));
    }

    // ---- calls

    private CompletableFuture<Answer> create(Call call) {
        var group = groups.find(call.group()).group().id();
        var job = asked(group, call);
        call.trail().detail("jobId", job.id());
        call.trail().detail("bulk", job.action().name().toLowerCase(Locale.ROOT));
        call.trail().detail("dryRun", Boolean.toString(job.dryRun()));
        return reads.read(
                () -> {
                    requireFewRunning(group);
                    var result =
                            store.records().apply(RecordChange.Write.ofNew(job.key(), job.text()));
                    require(result instanceof RecordResult.Changed, "jobId", "is taken");
                    forgetOld(group);
                    return Answer.json(202, JsonBytes.object(job::write))
                            .header(
                                    "Location",
                                    "/api/v1/groups/%s/bulk/%s".formatted(group, job.id()));
                });
    }

    private BulkJob asked(GroupId group, Call call) {
        var now = Instants.floorToMillis(clock.instant());
        var chance = UUID.randomUUID().toString().substring(0, 8);
        return JsonText.readObject(call.body(), BulkFields::read)
                .job(
                        group,
                        "%012x-%s".formatted(now.toEpochMilli(), chance),
                        CallerHeader.text(call.caller()),
                        now);
    }

    private void requireFewRunning(GroupId group) {
        long running =
                of(group).stream()
                        .filter(it -> BulkJob.parse(it).state() == BulkJob.State.RUNNING)
                        .count();
        if (running >= MOST_RUNNING) {
            throw Problem.of(
                            Code.TOO_MANY_JOBS,
                            "%d jobs of group '%s' run already; wait for one to end, or cancel one"
                                    .formatted(running, group))
                    .raised();
        }
    }

    private List<StoredRecord> of(GroupId group) {
        return BulkWorker.all(store.records(), group.value() + "/");
    }

    private void forgetOld(GroupId group) {
        var over =
                of(group).reversed().stream()
                        .skip(MOST_JOBS)
                        .filter(it -> BulkJob.parse(it).state() != BulkJob.State.RUNNING)
                        .toList();
        over.forEach(it -> store.records().apply(it.removal()));
    }

    private CompletableFuture<Answer> list(Call call) {
        var group = groups.find(call.group()).group().id();
        return reads.list(
                () -> {
                    var jobs = of(group).reversed().stream().map(BulkJob::parse).toList();
                    return Answer.json(
                            200,
                            JsonBytes.object(
                                    json -> json.list("jobs", jobs, (it, job) -> job.write(it))));
                });
    }

    private CompletableFuture<Answer> show(Call call) {
        var group = groups.find(call.group()).group().id();
        return reads.read(() -> shown(BulkJob.parse(find(group, call))));
    }

    private StoredRecord find(GroupId group, Call call) {
        var id = call.path().getOrDefault("jobId", "");
        return Optional.of(id)
                .filter(it -> it.matches("[0-9a-f-]{1,40}"))
                .flatMap(it -> store.records().find(BulkJob.key(group, it)))
                .orElseThrow(
                        () ->
                                Problem.of(
                                                Code.JOB_NOT_FOUND,
                                                "group '%s' has no such job, or no longer"
                                                        .formatted(group))
                                        .field("jobId")
                                        .raised());
    }

    private static Answer shown(BulkJob job) {
        return Answer.json(200, JsonBytes.object(job::write));
    }

    private CompletableFuture<Answer> cancel(Call call) {
        var group = groups.find(call.group()).group().id();
        return reads.untilUndisturbed(
                "job",
                () -> {
                    var found = find(group, call);
                    call.trail().detail("jobId", BulkJob.parse(found).id());
                    return cancelled(found);
                });
    }

    private Optional<Answer> cancelled(StoredRecord record) {
        var job = BulkJob.parse(record);
        if (job.state() != BulkJob.State.RUNNING) {
            return Optional.of(shown(job));
        }
        var after = job.cancelled();
        var result = store.records().apply(record.replacedBy(after.text()));
        return result instanceof RecordResult.Changed
                ? Optional.of(shown(after))
                : Optional.empty();
    }
}
