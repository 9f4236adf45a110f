package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.StoredGroup.Phase;
import dev.belfry.core.store.TimerCount;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.Roster;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The calls that make groups, change their settings and delete them. Thread-safe. */
final class GroupChangesApi {
    private static final String ONE = "/api/v1/groups/{groupId}";
    private static final String IF_NONE_MATCH = "If-None-Match";
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final int MAX_BODY = 16 * 1024;

    private final TimerStore store;
    private final GroupWatch watch;
    private final Reads reads;
    private final TargetChecks targets;
    private final Supplier<Roster> roster;
    private final boolean isRouted;
    private final Set<GroupId> declared;

    GroupChangesApi(Api.Parts parts, TargetChecks targets) {
        this.store = parts.store();
        this.watch = parts.watch();
        this.reads = parts.reads();
        this.targets = targets;
        this.roster = parts.engine()::roster;
        this.isRouted = !parts.configuration().store().databases().isEmpty();
        this.declared = parts.configuration().groups().keySet();
    }

    List<Route> routes() {
        return List.of(
                Route.without(HttpMethod.PUT, ONE, this::put)
                        .taking(MAX_BODY, Answer.JSON)
                        .needing(Role.ADMIN, Reach.PATH),
                Route.without(HttpMethod.PATCH, ONE, this::patch)
                        .taking(MAX_BODY, MERGE_PATCH, Answer.JSON)
                        .needing(Role.ADMIN, Reach.PATH),
                Route.without(HttpMethod.DELETE, ONE, this::delete)
                        .asking("drop")
                        .needing(Role.ADMIN, Reach.PATH));
    }

    // ---- settings

    private CompletableFuture<Answer> put(Call call) {
        var id = call.group();
        var fields = JsonText.readObject(call.body(), GroupFields::read);
        var condition = EntityTag.demanded(call);
        boolean isNew = demandsAbsence(call);
        var asked = over(GroupDefinition.usual(id), fields);
        return reads.untilUndisturbed(
                "group",
                () -> {
                    var there = watch.find(id);
                    demand(!isNew || there.isEmpty(), IF_NONE_MATCH);
                    requireMatch(condition, there);
                    return there.isEmpty()
                            ? created(asked)
                            : changed(there.get(), fields, replaced(asked, there.get(), fields));
                });
    }

    /** Settings that are not said are the usual ones, but a group keeps its shards. */
    private static GroupDefinition replaced(
            GroupDefinition asked, StoredGroup there, GroupFields fields) {
        return fields.shards().given().isPresent()
                ? asked
                : asked.withShards(there.group().shardCount());
    }

    private CompletableFuture<Answer> patch(Call call) {
        var id = call.group();
        var fields = JsonText.readObject(call.body(), GroupFields::read);
        var condition = EntityTag.demanded(call);
        return reads.untilUndisturbed(
                "group",
                () -> {
                    var there = watch.find(id).orElseThrow(() -> Groups.missing(id));
                    requireMatch(condition, Optional.of(there));
                    return changed(there, fields, over(there.definition(), fields));
                });
    }

    private GroupDefinition over(GroupDefinition former, GroupFields fields) {
        var wanted = fields.over(former, GroupDefinition.usual(former.id()));
        fields.failureUrl().ifPresent(url -> targets.requireFailureUrl(former.id(), url));
        return wanted;
    }

    private Optional<Answer.Whole> created(GroupDefinition asked) {
        if (isRouted && !declared.contains(asked.id())) {
            throw Problem.of(
                            Code.NOT_STORABLE,
                            "the store has several databases, and only the configuration can say which of them hold the shards of a group")
                    .raised();
        }
        watch.requireRoomFor(asked.group());
        try {
            return watch.create(asked)
                    .map(
                            group ->
                                    GroupJson.answer(201, group)
                                            .header("Location", "/api/v1/groups/" + group.id()));
        } catch (StoreException.Rejected e) {
            throw refused(asked.group(), e);
        }
    }

    /** Shards outlive their group, and are there before it: another create may have made them. */
    private ProblemException refused(Group asked, StoreException.Rejected refusal) {
        var there = Optional.ofNullable(store.leases().shardCounts().get(asked.id()));
        return there.filter(count -> count != asked.shardCount())
                .map(
                        count ->
                                shardsFixed(
                                        "the store has %d shards of the name '%s', and a group of this name can not have %d"
                                                .formatted(count, asked.id(), asked.shardCount())))
                .orElseGet(
                        () ->
                                Problem.of(
                                                Code.NOT_STORABLE,
                                                "the store can not hold this group: "
                                                        + refusal.getMessage())
                                        .raised());
    }

    private static ProblemException shardsFixed(String detail) {
        return Problem.of(Code.SHARDS_FIXED, detail).field("shards").raised();
    }

    private Optional<Answer.Whole> changed(
            StoredGroup there, GroupFields fields, GroupDefinition wanted) {
        if (there.phase().isDeleting()) {
            throw Groups.deleting(there.id());
        }
        int count = there.group().shardCount();
        if (fields.shards().given().filter(asked -> asked != count).isPresent()) {
            throw shardsFixed(
                    "group '%s' has %d shards, and keeps them".formatted(there.id(), count));
        }
        return there.definition().equals(wanted)
                ? Optional.of(GroupJson.answer(200, there))
                : watch.change(there, wanted).map(group -> GroupJson.answer(200, group));
    }

    // ---- deleting

    private CompletableFuture<Answer> delete(Call call) {
        var id = call.group();
        var phase = call.query().flag("drop", false) ? Phase.DROPPING : Phase.CLOSING;
        call.trail().detail("drop", Boolean.toString(phase == Phase.DROPPING));
        var condition = EntityTag.demanded(call);
        requireNewNodes();
        return reads.untilUndisturbed(
                "group",
                () -> {
                    var there = watch.find(id).orElseThrow(() -> Groups.missing(id));
                    requireMatch(condition, Optional.of(there));
                    return deleted(there, phase).map(GroupChangesApi::deleting);
                });
    }

    /** Others can not read the mark of a closed shard. */
    private void requireNewNodes() {
        var old =
                roster.get().view().members().values().stream()
                        .filter(row -> !Placement.servesAll(row))
                        .map(row -> row.incarnation().node())
                        .toList();
        if (!old.isEmpty()) {
            throw Problem.of(
                            Code.NODES_OUTDATED,
                            "groups can be deleted when all nodes are upgraded; these are not: %s"
                                    .formatted(old))
                    .raised();
        }
    }

    /** One that is being dropped can not be kept any more. */
    private Optional<StoredGroup> deleted(StoredGroup there, Phase phase) {
        if (there.phase() == phase || there.phase() == Phase.DROPPING) {
            return Optional.of(there);
        }
        requireNoMoves(there.id());
        if (phase == Phase.CLOSING) {
            requireEmpty(there.group());
        }
        return watch.turn(there, phase);
    }

    /** A removal would leave what they have copied. */
    private void requireNoMoves(GroupId group) {
        if (OpenMoves.areOpen(store.records(), group)) {
            throw Problem.of(
                            Code.MOVE_UNDER_WAY,
                            "shards of the group are being moved to another database; cancel that, or wait until it is over")
                    .field("groupId")
                    .raised();
        }
    }

    private void requireEmpty(Group group) {
        requireNone(group, TimerState.SCHEDULED, "timers that are not over");
        requireNone(group, TimerState.FAILED, "failed timers, which can be redriven");
    }

    private void requireNone(Group group, TimerState state, String told) {
        var count = TimerCount.of(store.lists(), group, state);
        if (count.timers() > 0) {
            throw Problem.of(
                            Code.GROUP_NOT_EMPTY,
                            "the group has %s%d %s; with drop=true they go too"
                                    .formatted(
                                            count.isExact() ? "" : "about ", count.timers(), told))
                    .field("groupId")
                    .raised();
        }
    }

    private static Answer.Whole deleting(StoredGroup group) {
        var body =
                JsonBytes.object(
                        json -> json.text("groupId", group.id()).text("phase", group.phase()));
        return GroupJson.tagged(Answer.json(202, body), group);
    }

    // ---- preconditions

    private static boolean demandsAbsence(Call call) {
        var said = call.header(IF_NONE_MATCH);
        require(said.isEmpty() || said.get().strip().equals("*"), IF_NONE_MATCH, "must be *");
        return said.isPresent();
    }

    private static void requireMatch(Precondition condition, Optional<StoredGroup> there) {
        var revision = there.map(it -> new Revision(it.revision()));
        boolean holds =
                switch (condition) {
                    case Precondition.None() -> true;
                    case Precondition.Exists() -> revision.isPresent();
                    case Precondition.Matches(var revisions) ->
                            revision.filter(revisions::contains).isPresent();
                };
        demand(holds, "If-Match");
    }

    private static void demand(boolean holds, String header) {
        if (!holds) {
            throw Problem.of(Code.PRECONDITION_FAILED, header + " does not hold")
                    .field(header)
                    .raised();
        }
    }
}
