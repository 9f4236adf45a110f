package dev.belfry.server.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.InstantText;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Lists of a group's timers, page by page. For people, not a hot path. Thread-safe. */
final class ListsApi {
    private static final int USUAL_PAGE = 100;

    /** After so many bytes of payloads a page ends early. */
    private static final int FULL_PAGE_BYTES = 4 << 20;

    private final TimerStore store;
    private final Groups groups;
    private final Reads reads;
    private final int maxPage;

    ListsApi(TimerStore store, Groups groups, Reads reads, int maxPage) {
        this.store = store;
        this.groups = groups;
        this.reads = reads;
        this.maxPage = maxPage;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/groups/{groupId}/timers", this::timers)
                        .asking("from", "until", "correlationId", "limit", "cursor"),
                Route.get("/api/v1/groups/{groupId}/failed", this::failed)
                        .asking("limit", "cursor"));
    }

    private CompletableFuture<Answer> timers(Call call) {
        var group = groups.find(call.group()).group();
        var range = range(call.query());
        var correlationId = call.query().text("correlationId");
        int limit = limit(call);
        return reads.list(
                () -> {
                    var found =
                            correlationId
                                    .map(
                                            id ->
                                                    store.correlated(
                                                            group,
                                                            id,
                                                            range.fromInclusive(),
                                                            limit + 1))
                                    .orElseGet(() -> store.browse(group, range, limit + 1));
                    var inRange = found.stream().filter(it -> range.contains(it.position()));
                    return page(inRange.toList(), limit, Entry.Pending::new, ListsApi::after);
                });
    }

    private static Position after(Timer last) {
        return last.position().next();
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
        return reads.list(
                () ->
                        page(
                                store.kept(
                                        group, new KeptQuery(TimerState.FAILED, before, limit + 1)),
                                limit,
                                Entry.Kept::new,
                                KeptTimer::position));
    }

    private int limit(Call call) {
        return call.query().number("limit", Math.min(USUAL_PAGE, maxPage), maxPage);
    }

    /** One more than the limit was read, to know whether there are more. */
    private static <T> Answer page(
            List<T> found, int limit, Function<T, Entry> entry, Function<T, Position> cursor) {
        int size = fitting(found.stream().map(entry).toList(), limit);
        var shown = found.subList(0, size);
        Optional<String> next =
                size < found.size()
                        ? Optional.of(Cursor.of(cursor.apply(shown.getLast())))
                        : Optional.empty();
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list(
                                                "timers",
                                                shown,
                                                (it, one) -> TimerJson.write(it, entry.apply(one)))
                                        .text("nextCursor", next)));
    }

    private static int fitting(List<Entry> found, int limit) {
        long bytes = 0;
        int size = 0;
        while (size < Math.min(limit, found.size()) && bytes < FULL_PAGE_BYTES) {
            bytes += payloadBytes(found.get(size));
            size++;
        }
        return size;
    }

    private static int payloadBytes(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> 0;
            case Entry.Pending(var timer) -> timer.spec().payload().size();
            case Entry.Kept(var kept) -> kept.timer().spec().payload().size();
        };
    }
}
