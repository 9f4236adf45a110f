package dev.belfry.http.watch;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.GroupId;
import dev.belfry.http.api.Answer;
import dev.belfry.http.api.Call;
import dev.belfry.http.api.Groups;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.http.api.Route;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.operate.access.Role;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What happened in the last minutes to a day. Thread-safe. */
final class HistoryApi {
    private static final String BETWEEN_NODES = "/watch/history";

    private final Chronicle chronicle;
    private final Groups groups;
    private final PeerSurvey others;
    private final InstantSource clock;

    HistoryApi(Chronicle chronicle, Groups groups, PeerSurvey others, InstantSource clock) {
        this.chronicle = chronicle;
        this.groups = groups;
        this.others = others;
        this.clock = clock;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/history", this::show)
                        .asking("range", "groupId")
                        .needing(Role.READ, Reach.QUERY),
                Route.get(BETWEEN_NODES, this::own)
                        .asking("range", "groupId", "until")
                        .betweenNodes());
    }

    private CompletableFuture<Answer> show(Call call) {
        var range = range(call);
        var group = group(call);
        long until = chronicle.openSlot(range.step());
        var mine = chronicle.read(group, range, until);
        return others.ask(uri(range, group, until))
                .thenApply(answers -> answer(range, until, merged(mine, answers, range), answers));
    }

    private static String uri(Range range, Optional<GroupId> group, long until) {
        return "%s?range=%s&until=%d%s"
                .formatted(
                        BETWEEN_NODES,
                        range.label(),
                        until,
                        group.map(id -> "&groupId=" + id).orElse(""));
    }

    private static Range range(Call call) {
        return Range.parse(call.query().text("range").orElse(Range.MINUTES_5.label()));
    }

    private Optional<GroupId> group(Call call) {
        return call.query().text("groupId").map(id -> groups.find(new GroupId(id)).group().id());
    }

    private static History merged(History mine, PeerSurvey.Answers answers, Range range) {
        return answers.given().stream()
                .map(json -> History.read(json, range.slots()))
                .reduce(mine, History::plus);
    }

    private Answer answer(Range range, long until, History history, PeerSurvey.Answers answers) {
        long step = range.step().toMillis();
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.text("at", clock.instant().truncatedTo(ChronoUnit.MILLIS))
                                        .text(
                                                "from",
                                                Instant.ofEpochMilli(
                                                        (until - range.slots()) * step))
                                        .number("stepMillis", step)
                                        .texts("missing", answers.missing())
                                        .object("series", history::write)));
    }

    /** What this node knows of itself, for the one that was asked. */
    private CompletableFuture<Answer> own(Call call) {
        var range = range(call);
        var until = call.query().text("until").orElse("");
        require(until.matches("[0-9]{1,15}"), "until", "must be the number of a slot");
        var history = chronicle.read(group(call), range, Long.parseLong(until));
        return CompletableFuture.completedFuture(
                Answer.json(200, JsonBytes.object(history::write)));
    }
}
