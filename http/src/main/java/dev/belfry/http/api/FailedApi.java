package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Dead letters by their reasons, and redriving many of them. Thread-safe. */
final class FailedApi {
    /** Looking further would read much for counts that nobody needs exactly. */
    private static final int MOST_SCANNED = 5_000;

    private static final int MOST_REASONS = 100;
    private static final int MOST_REDRIVEN = 1_000;
    private static final int PIECE = 200;
    private static final int MAX_BODY = 4 * 1024;

    /** A call ends so long before its client stops waiting, and says where to go on. */
    private static final Duration SPARE = Duration.ofSeconds(4);

    private static final String NO_REASON = "(no reason)";

    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final Pages pages;
    private final TimersApi timers;

    /** A reason, how often it was found, and one timer that has it. */
    private record Reason(String reason, int count, String example) {
        Reason oneMore() {
            return new Reason(reason, count + 1, example);
        }
    }

    /** Which ones to redrive. */
    private record Filter(Optional<String> reason, Position before, int limit) {
        boolean fits(KeptTimer kept) {
            return kept.timer().key().run().isEmpty()
                    && (reason.isEmpty() || reason.get().equals(reasonOf(kept)));
        }
    }

    /** How far redriving has come. */
    private record Progress(int redriven, int skipped, int scanned, Optional<Position> next) {}

    FailedApi(Api.Parts parts, TimersApi timers) {
        this.store = parts.store();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.pages = Pages.ofTimersUpTo(parts.configuration().limits().payload().count());
        this.timers = timers;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/groups/{groupId}/failed/reasons", this::reasons)
                        .needing(Role.READ, Reach.PATH),
                Route.without(
                                HttpMethod.POST,
                                "/api/v1/groups/{groupId}/failed/redrive",
                                this::redrive)
                        .taking(MAX_BODY, Answer.JSON)
                        .needing(Role.OPERATE, Reach.PATH));
    }

    private static String reasonOf(KeptTimer kept) {
        return kept.timer().lastError().orElse(NO_REASON);
    }

    private Pages.Page piece(Group group, Position before) {
        return pages.read(
                before,
                PIECE,
                (from, rows) ->
                        store.lists().kept(group, new KeptQuery(TimerState.FAILED, from, rows)),
                KeptTimer::position,
                Entry.Kept::new);
    }

    private static List<KeptTimer> kept(Pages.Page page) {
        return page.entries().stream()
                .flatMap(
                        entry ->
                                entry instanceof Entry.Kept(var kept)
                                        ? Optional.of(kept).stream()
                                        : Optional.<KeptTimer>empty().stream())
                .toList();
    }

    // ---- reasons

    private CompletableFuture<Answer> reasons(Call call) {
        var group = groups.find(call.group()).group();
        return reads.list(() -> scanned(group));
    }

    private Answer scanned(Group group) {
        var reasons = new LinkedHashMap<String, Reason>();
        var next = Optional.of(Position.END);
        int scanned = 0;
        while (next.isPresent() && scanned < MOST_SCANNED) {
            var page = piece(group, next.get());
            for (var kept : kept(page)) {
                var one = new Reason(reasonOf(kept), 1, kept.timer().key().id());
                reasons.merge(one.reason(), one, (former, _) -> former.oneMore());
                scanned++;
            }
            next = page.next();
        }
        return answer(List.copyOf(reasons.values()), scanned, next.isEmpty());
    }

    private static Answer answer(List<Reason> reasons, int scanned, boolean complete) {
        var most =
                reasons.stream()
                        .sorted(Comparator.comparingInt(Reason::count).reversed())
                        .limit(MOST_REASONS)
                        .toList();
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list(
                                                "reasons",
                                                most,
                                                (it, reason) -> write(it, reason, complete))
                                        .number("scanned", scanned)
                                        .flag("complete", complete)));
    }

    private static void write(JsonBytes json, Reason reason, boolean complete) throws IOException {
        json.text("reason", reason.reason())
                .number("count", reason.count())
                .flag("more", !complete)
                .text("example", reason.example());
    }

    // ---- redriving

    private CompletableFuture<Answer> redrive(Call call) {
        var group = groups.find(call.group()).group();
        var filter =
                call.body().size() == 0
                        ? new Filter(Optional.empty(), Position.END, MOST_REDRIVEN)
                        : JsonText.readObject(call.body(), FailedApi::filter);
        var start = new Progress(0, 0, 0, Optional.of(filter.before()));
        return redriven(group, filter, start, call).thenApply(FailedApi::answer);
    }

    private static Filter filter(JsonParser parser, Body body) throws IOException {
        var reason = new ArrayList<String>();
        var before = new ArrayList<Instant>();
        var cursor = new ArrayList<Position>();
        var limit = new ArrayList<Integer>();
        JsonFields.read(
                parser,
                body,
                "",
                Set.of("reason", "before", "cursor", "limit"),
                (name, value) -> {
                    switch (name) {
                        case "reason" -> reason.add(value.string());
                        case "before" -> before.add(value.instant());
                        case "cursor" -> cursor.add(Cursor.parse(value.string()));
                        default -> limit.add(value.integer());
                    }
                });
        limit.forEach(
                it ->
                        require(
                                it >= 1 && it <= MOST_REDRIVEN,
                                "limit",
                                "must be a whole number from 1 to %d",
                                MOST_REDRIVEN));
        return new Filter(
                reason.stream().findFirst(),
                cursor.stream()
                        .findFirst()
                        .or(() -> before.stream().findFirst().map(Position::startOf))
                        .orElse(Position.END),
                limit.stream().findFirst().orElse(MOST_REDRIVEN));
    }

    /**
     * The pieces come from the latest on, and what is redriven is behind the next. While the owners
     * work on a piece, others may read.
     */
    private CompletableFuture<Progress> redriven(
            Group group, Filter filter, Progress progress, Call call) {
        boolean isOver =
                progress.next().isEmpty()
                        || progress.scanned() >= MOST_SCANNED
                        || progress.redriven() + progress.skipped() >= filter.limit()
                        || Owners.timeLeft(call).compareTo(SPARE) <= 0;
        return isOver
                ? CompletableFuture.completedFuture(progress)
                : reads.list(() -> piece(group, progress.next().orElseThrow()))
                        .thenCompose(
                                page -> redriven(kept(page), page.next(), filter, progress, call))
                        .thenCompose(next -> redrivenAfter(next, group, filter, call));
    }

    /** What hinders the next piece is told to the call that goes on there. */
    private CompletableFuture<Progress> redrivenAfter(
            Progress done, Group group, Filter filter, Call call) {
        return CompletableFuture.completedFuture(done)
                .thenCompose(it -> redriven(group, filter, it, call))
                .exceptionally(_ -> done);
    }

    /** A piece with more than are still to be redriven is cut after the last of them. */
    private CompletableFuture<Progress> redriven(
            List<KeptTimer> piece,
            Optional<Position> next,
            Filter filter,
            Progress before,
            Call call) {
        int left = filter.limit() - before.redriven() - before.skipped();
        var fitting = piece.stream().filter(filter::fits).toList();
        var some = fitting.stream().limit(left).toList();
        var outcomes = some.stream().map(kept -> timers.redrive(kept.timer().key(), call)).toList();
        var goesOn = some.size() < fitting.size() ? Optional.of(some.getLast().position()) : next;
        return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
                .handle(
                        (_, _) -> {
                            int redriven =
                                    (int) outcomes.stream().filter(FailedApi::isDone).count();
                            return new Progress(
                                    before.redriven() + redriven,
                                    before.skipped() + some.size() - redriven,
                                    before.scanned() + piece.size(),
                                    goesOn);
                        });
    }

    private static boolean isDone(CompletableFuture<Answer> outcome) {
        return !outcome.isCompletedExceptionally()
                && outcome.join() instanceof Answer.Whole(var status, _, _, _)
                && status == 200;
    }

    private static Answer answer(Progress progress) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.number("redriven", progress.redriven())
                                        .number("skipped", progress.skipped())
                                        .number("scanned", progress.scanned())
                                        .text("nextCursor", progress.next().map(Cursor::of))));
    }
}
