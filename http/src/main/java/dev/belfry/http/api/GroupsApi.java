package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Position;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.node.drive.Engine;
import dev.belfry.node.route.PauseNews;
import dev.belfry.operate.access.Role;
import dev.belfry.operate.metrics.Census;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The calls that concern whole groups. Thread-safe. */
final class GroupsApi {
    private static final int USUAL_PAGE = 100;
    private static final int LONGEST_REASON = 500;
    private static final int MAX_PAUSE_BODY = 4 * 1024;

    /** Shorter than a request may take, so that the answer can name who is missing. */
    static final Duration CONFIRMED_WITHIN = Duration.ofSeconds(2);

    private static final String REASON = "reason";

    private final Engine engine;
    private final TimerStore store;
    private final Groups groups;
    private final GroupWatch watch;
    private final Reads reads;
    private final InstantSource clock;
    private final Confirmations others;
    private final GroupSurvey survey;
    private final int maxPage;

    GroupsApi(Api.Parts parts, Confirmations others, GroupSurvey survey) {
        this.engine = parts.engine();
        this.store = parts.store();
        this.groups = parts.groups();
        this.watch = parts.watch();
        this.reads = parts.reads();
        this.clock = parts.clock();
        this.others = others;
        this.survey = survey;
        this.maxPage = parts.configuration().limits().page();
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/groups", this::list)
                        .asking("prefix", "limit", "cursor")
                        .needing(Role.READ, Reach.FILTERED),
                Route.get("/api/v1/groups/{groupId}", this::show).needing(Role.READ, Reach.PATH),
                Route.without(HttpMethod.POST, "/api/v1/groups/{groupId}/pause", this::pause)
                        .taking(MAX_PAUSE_BODY, Answer.JSON)
                        .needing(Role.OPERATE, Reach.PATH),
                Route.without(HttpMethod.POST, "/api/v1/groups/{groupId}/resume", this::resume)
                        .takingNothing()
                        .needing(Role.OPERATE, Reach.PATH));
    }

    /** Which groups there are is known here; the store is asked only about those of the page. */
    private CompletableFuture<Answer> list(Call call) {
        int limit = call.query().number("limit", Math.min(USUAL_PAGE, maxPage), maxPage);
        var after = call.query().text("cursor").map(it -> Cursor.parseGroup(it).value());
        var found =
                groups.startingWith(call.query().text("prefix").orElse(""), after.orElse(""))
                        .filter(it -> call.caller().maySee(it.id().value()))
                        .limit(limit + 1L)
                        .toList();
        var page = found.subList(0, Math.min(limit, found.size()));
        var next =
                found.size() > limit
                        ? Optional.of(Cursor.of(page.getLast().id()))
                        : Optional.<String>empty();
        return survey.of(page.stream().map(StoredGroup::id).toList())
                .thenCombine(
                        reads.list(() -> store.pauses().inForce()),
                        (figures, pauses) -> answer(page, figures, pauses, next));
    }

    private static Answer answer(
            List<StoredGroup> page,
            Map<String, GroupFigures> figures,
            List<Pause> pauses,
            Optional<String> nextCursor) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.list(
                                                "groups",
                                                page,
                                                (it, group) ->
                                                        write(
                                                                it,
                                                                group,
                                                                figures.getOrDefault(
                                                                        group.id().value(),
                                                                        GroupFigures.NONE),
                                                                pauses))
                                        .text("nextCursor", nextCursor)));
    }

    private CompletableFuture<Answer> show(Call call) {
        var id = call.group();
        return reads.list(() -> shown(watch.find(id).orElseThrow(() -> Groups.missing(id))));
    }

    private Answer shown(StoredGroup group) {
        var pauses = store.pauses().inForce();
        var held = GroupFigures.Held.of(Census.Counts.of(store.lists(), group.group()));
        var figures = new GroupFigures(backlogAge(group).toMillis(), Optional.of(held));
        var shards = ShardHoldings.of(store.lists(), group.group());
        var answer =
                Answer.json(
                        200,
                        JsonBytes.object(
                                json -> {
                                    write(json, group, figures, pauses);
                                    ShardHoldings.write(json, shards);
                                }));
        return GroupJson.tagged(answer, group);
    }

    private static void write(
            JsonBytes json, StoredGroup stored, GroupFigures figures, List<Pause> pauses)
            throws IOException {
        GroupJson.write(json, stored);
        figures.write(json);
        GroupJson.paused(
                json, pauses.stream().filter(it -> it.group().equals(stored.id())).findFirst());
    }

    /** How long the timer that waits longest has been due; of a deleted group, none waits. */
    private Duration backlogAge(StoredGroup stored) {
        if (stored.phase().isDeleting()) {
            return Duration.ZERO;
        }
        var now = clock.instant();
        var due = new PositionRange(Position.START, Position.startOf(now));
        return store.lists().browse(stored.group(), due, 1).stream()
                .findFirst()
                .map(timer -> Duration.between(timer.fireAt(), now))
                .orElse(Duration.ZERO);
    }

    private CompletableFuture<Answer> pause(Call call) {
        var group = groups.find(call.group()).group();
        var reason =
                call.body().size() == 0
                        ? Optional.<String>empty()
                        : JsonText.readObject(call.body(), GroupsApi::reason);
        return reads.read(
                () -> {
                    var own = engine.pause(group.id(), reason, CONFIRMED_WITHIN);
                    var unconfirmed = others.missing(group, PauseNews.Kind.PAUSED, own);
                    return state(group.id(), pauseOf(group.id()), unconfirmed);
                });
    }

    private static Optional<String> reason(JsonParser parser, Body body) throws IOException {
        var reasons = new ArrayList<String>();
        JsonFields.read(
                parser,
                body,
                "",
                Set.of(REASON),
                (_, value) -> {
                    if (!value.isNull()) {
                        reasons.add(value.string());
                    }
                });
        reasons.forEach(
                it ->
                        require(
                                it.length() <= LONGEST_REASON
                                        && it.chars().noneMatch(Character::isISOControl),
                                REASON,
                                "must be at most %d characters without control characters",
                                LONGEST_REASON));
        return reasons.stream().findFirst();
    }

    private CompletableFuture<Answer> resume(Call call) {
        var group = groups.find(call.group()).group();
        return reads.read(
                () -> {
                    var own = engine.resume(group.id(), CONFIRMED_WITHIN);
                    var unconfirmed = others.missing(group, PauseNews.Kind.RESUMED, own);
                    return state(group.id(), Optional.empty(), unconfirmed);
                });
    }

    private Optional<Pause> pauseOf(GroupId group) {
        return store.pauses().inForce().stream().filter(it -> it.group().equals(group)).findFirst();
    }

    private static Answer state(GroupId group, Optional<Pause> pause, List<ShardId> unconfirmed) {
        return Answer.json(
                unconfirmed.isEmpty() ? 200 : 202,
                JsonBytes.object(
                        json -> {
                            json.text("groupId", group);
                            GroupJson.paused(json, pause);
                            json.numbers(
                                    "unconfirmedShards",
                                    unconfirmed.stream().map(ShardId::index).toList());
                        }));
    }
}
