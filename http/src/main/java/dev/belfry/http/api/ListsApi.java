package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerFilter;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.config.LimitsConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
                Route.get("/api/v1/timers", this::found)
                        .asking("correlationId", "groupId", "limit", "cursor", PAYLOAD)
                        .needing(Role.READ, Reach.FILTERED),
                Route.get("/api/v1/groups/{groupId}/timers", this::timers)
                        .asking(
                                "from",
                                "until",
                                "correlationId",
                                "idPrefix",
                                "limit",
                                "cursor",
                                PAYLOAD)
                        .needing(Role.READ, Reach.PATH),
                Route.get("/api/v1/groups/{groupId}/history", this::history)
                        .asking(
                                "state",
                                "from",
                                "until",
                                "correlationId",
                                "idPrefix",
                                "limit",
                                "cursor",
                                PAYLOAD)
                        .needing(Role.READ, Reach.PATH),
                Route.get("/api/v1/groups/{groupId}/failed", this::failed)
                        .asking("limit", "cursor", PAYLOAD)
                        .needing(Role.READ, Reach.PATH));
    }

    // ---- by correlation id

    private CompletableFuture<Answer> found(Call call) {
        var id = call.query().text("correlationId").orElse("");
        require(!id.isEmpty(), "correlationId", "is missing");
        var lookup = new CorrelationLookup(store.lists(), pages, searched(call), id);
        var start = call.query().text("cursor").map(lookup::parse).orElseGet(lookup::start);
        int limit = limit(call);
        boolean payload = payload(call);
        return reads.list(() -> answer(lookup.read(start, limit), payload));
    }

    /** The one group that is asked for, or all that the caller may see. */
    private List<Group> searched(Call call) {
        return call.query()
                .text("groupId")
                .map(id -> List.of(only(call, new GroupId(id))))
                .orElseGet(
                        () ->
                                groups.visibleTo(call.caller()).stream()
                                        .map(GroupDefinition::group)
                                        .toList());
    }

    private Group only(Call call, GroupId id) {
        call.requireGroup(id);
        return groups.find(id).group();
    }

    private static Answer answer(CorrelationLookup.Page page, boolean payload) {
        return answer(page.entries(), page.nextCursor(), payload);
    }

    // ---- pending

    private CompletableFuture<Answer> timers(Call call) {
        var group = groups.find(call.group()).group();
        var filter = FilterQuery.filter(call.query(), Set.of(TimerState.SCHEDULED));
        int limit = limit(call);
        var start = cursor(call).orElse(filter.times().fromInclusive());
        boolean payload = payload(call);
        return reads.list(
                () ->
                        answer(
                                pages.read(
                                        start,
                                        limit,
                                        pending(store.lists(), group, filter),
                                        timer -> timer.position().next(),
                                        Entry.Pending::new,
                                        filter::matches),
                                payload));
    }

    static Pages.Piece<Timer> pending(GroupLists lists, Group group, TimerFilter filter) {
        var until = filter.times().untilExclusive();
        return filter.correlationId()
                .<Pages.Piece<Timer>>map(id -> correlated(lists, group, id, until))
                .orElseGet(() -> browsed(lists, group, until));
    }

    private static Pages.Piece<Timer> browsed(GroupLists lists, Group group, Position until) {
        return (from, rows) ->
                from.isBefore(until)
                        ? lists.browse(group, new PositionRange(from, until), rows)
                        : List.of();
    }

    /** What lies behind the range ends the list. */
    private static Pages.Piece<Timer> correlated(
            GroupLists lists, Group group, String id, Position until) {
        return (from, rows) ->
                lists.correlated(group, id, from, rows).stream()
                        .filter(timer -> timer.position().isBefore(until))
                        .toList();
    }

    // ---- kept

    private CompletableFuture<Answer> history(Call call) {
        var group = groups.find(call.group()).group();
        var filter = FilterQuery.filter(call.query(), TimerState.KEPT);
        return kept(call, group, filter);
    }

    private CompletableFuture<Answer> failed(Call call) {
        var group = groups.find(call.group()).group();
        return kept(call, group, TimerFilter.ALL.states(Set.of(TimerState.FAILED)));
    }

    private CompletableFuture<Answer> kept(Call call, Group group, TimerFilter filter) {
        int limit = limit(call);
        var before = cursor(call).orElse(filter.times().untilExclusive());
        boolean payload = payload(call);
        return reads.list(
                () ->
                        answer(
                                pages.read(
                                        before,
                                        limit,
                                        new KeptPieces(store.lists(), group, filter),
                                        KeptTimer::position,
                                        Entry.Kept::new,
                                        filter::matches),
                                payload));
    }

    private static Optional<Position> cursor(Call call) {
        return call.query().text("cursor").map(Cursor::parse);
    }

    private int limit(Call call) {
        return call.query().number("limit", Math.min(USUAL_PAGE, maxPage), maxPage);
    }

    private static boolean payload(Call call) {
        return call.query().flag(PAYLOAD, true);
    }

    private static Answer answer(Pages.Page page, boolean payload) {
        return answer(page.entries(), page.next().map(Cursor::of), payload);
    }

    private static Answer answer(
            List<Entry> entries, Optional<String> nextCursor, boolean payload) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list(
                                                "timers",
                                                entries,
                                                (it, entry) -> TimerJson.write(it, entry, payload))
                                        .text("nextCursor", nextCursor)));
    }
}
