package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.config.LimitsConfig;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists of a group's timers, page by page. For people, not a hot path. Thread-safe. */
final class ListsApi {
    private static final int USUAL_PAGE = 100;

    /** Whether timers are shown with theirs. */
    private static final String PAYLOAD = "payload";

    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final int maxPage;
    private final Pages pages;

    ListsApi(TimerStore store, Groups groups, Reads reads, LimitsConfig limits) {
        this.store = store;
        this.groups = groups;
        this.reads = reads;
        this.maxPage = limits.page();
        this.pages = Pages.ofTimersUpTo(limits.payload().count());
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/groups/{groupId}/timers", this::timers)
                        .asking("from", "until", "correlationId", "limit", "cursor", PAYLOAD)
                        .needing(Role.READ, Reach.PATH),
                Route.get("/api/v1/groups/{groupId}/failed", this::failed)
                        .asking("limit", "cursor", PAYLOAD)
                        .needing(Role.READ, Reach.PATH));
    }

    private CompletableFuture<Answer> timers(Call call) {
        var group = groups.find(call.group()).group();
        var range = range(call.query());
        var correlationId = call.query().text("correlationId");
        int limit = limit(call);
        boolean payload = call.query().flag(PAYLOAD, true);
        Pages.Piece<Timer> piece =
                correlationId
                        .<Pages.Piece<Timer>>map(id -> correlated(group, id, range))
                        .orElseGet(() -> browsed(group, range));
        return reads.list(
                () ->
                        answer(
                                pages.read(
                                        range.fromInclusive(),
                                        limit,
                                        piece,
                                        timer -> timer.position().next(),
                                        Entry.Pending::new),
                                payload));
    }

    private Pages.Piece<Timer> browsed(Group group, PositionRange range) {
        return (from, rows) ->
                from.isBefore(range.untilExclusive())
                        ? store.lists()
                                .browse(
                                        group,
                                        new PositionRange(from, range.untilExclusive()),
                                        rows)
                        : List.of();
    }

    /** What lies behind the range ends the list. */
    private Pages.Piece<Timer> correlated(Group group, String id, PositionRange range) {
        return (from, rows) ->
                store.lists().correlated(group, id, from, rows).stream()
                        .filter(timer -> range.contains(timer.position()))
                        .toList();
    }

    private static PositionRange range(Query query) {
        var from =
                query.text("from").map(text -> Position.startOf(InstantText.parse(text, "from")));
        var until =
                query.text("until").map(text -> Position.startOf(InstantText.parse(text, "until")));
        var cursor = query.text("cursor").map(Cursor::parse);
        var range =
                new PositionRange(
                        cursor.or(() -> from).orElse(Position.START), until.orElse(Position.END));
        require(
                !range.untilExclusive().isBefore(from.orElse(Position.START)),
                "until",
                "lies before from");
        return range;
    }

    private CompletableFuture<Answer> failed(Call call) {
        var group = groups.find(call.group()).group();
        var before = call.query().text("cursor").map(Cursor::parse).orElse(Position.END);
        int limit = limit(call);
        boolean payload = call.query().flag(PAYLOAD, true);
        return reads.list(
                () ->
                        answer(
                                pages.read(
                                        before,
                                        limit,
                                        (from, rows) ->
                                                store.lists().kept(group, failedBefore(from, rows)),
                                        KeptTimer::position,
                                        Entry.Kept::new),
                                payload));
    }

    private static KeptQuery failedBefore(Position before, int rows) {
        return new KeptQuery(TimerState.FAILED, before, rows);
    }

    private int limit(Call call) {
        return call.query().number("limit", Math.min(USUAL_PAGE, maxPage), maxPage);
    }

    private static Answer answer(Pages.Page page, boolean payload) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list(
                                                "timers",
                                                page.entries(),
                                                (it, entry) -> TimerJson.write(it, entry, payload))
                                        .text("nextCursor", page.next().map(Cursor::of))));
    }
}
