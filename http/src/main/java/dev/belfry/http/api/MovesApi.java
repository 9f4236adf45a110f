package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerState;
import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.node.drive.Engine;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Moves of shards to other databases of the store. Thread-safe. */
final class MovesApi {
    private static final String ALL = "/api/v1/groups/{groupId}/moves";
    private static final String TO = "to";
    private static final String ONE = ALL + "/{shard}";

    /** Room for thousands of indices. */
    private static final int MAX_BODY = 64 * 1024;

    /** A list that is counted further would take long. */
    private static final int COUNTED = 1_000_000;

    private final TimerStore store;
    private final Engine engine;
    private final Groups groups;
    private final Reads reads;
    private final InstantSource clock;
    private final Supplier<NodeRow> self;

    MovesApi(Api.Parts parts) {
        this.store = parts.store();
        this.engine = parts.engine();
        this.groups = parts.groups();
        this.reads = parts.reads();
        this.clock = parts.clock();
        this.self = parts.self();
    }

    List<Route> routes() {
        return List.of(
                Route.without(HttpMethod.POST, ALL, this::start)
                        .taking(MAX_BODY, Answer.JSON)
                        .needing(Role.ADMIN, Reach.ALL),
                Route.get(ALL, this::list).needing(Role.OPERATE, Reach.PATH),
                Route.without(HttpMethod.DELETE, ALL, this::cancelAll)
                        .needing(Role.ADMIN, Reach.ALL),
                Route.without(HttpMethod.DELETE, ONE, this::cancel).needing(Role.ADMIN, Reach.ALL));
    }

    // ---- calls

    private CompletableFuture<Answer> start(Call call) {
        var group = groups.find(call.group()).group();
        var asked = JsonText.readObject(call.body(), MoveFields::read);
        var caller = CallerHeader.text(call.caller());
        requireDatabase(asked.to());
        call.trail().detail(TO, asked.to());
        call.trail().detail("dryRun", Boolean.toString(asked.dryRun()));
        var shards = asked.shardsOf(group);
        requireNewNodes();
        return reads.read(
                () -> {
                    var moves = moves(group, shards, asked.to(), caller);
                    if (asked.dryRun()) {
                        return answer(200, moves, Optional.of(Rows.of(store, moves)));
                    }
                    write(group.id(), moves);
                    requireServed(group.id(), moves);
                    return answer(202, moves, Optional.empty());
                });
    }

    private void requireDatabase(String name) {
        var names = store.territories().stream().map(Territory::name).toList();
        if (!names.contains(name) || name.isEmpty()) {
            throw Problem.of(
                            Code.DATABASE_NOT_FOUND,
                            names.size() > 1
                                    ? "the store has no database '%s'; it has %s"
                                            .formatted(name, String.join(", ", names))
                                    : "the store has only one database: list several in store.databases")
                    .field(TO)
                    .raised();
        }
    }

    /** Others can not read the marks of a shard that is being moved. */
    private void requireNewNodes() {
        var own = self.get().version().software();
        var others =
                engine.roster().view().members().values().stream()
                        .filter(row -> !row.version().software().equals(own))
                        .map(row -> row.incarnation().node())
                        .toList();
        if (!others.isEmpty()) {
            throw Problem.of(
                            Code.NODES_OUTDATED,
                            "shards can be moved when all nodes run the same version; these run another than this one: %s"
                                    .formatted(others))
                    .raised();
        }
    }

    /** Those that do not live there already. */
    private List<DatabaseMove> moves(Group group, List<ShardId> shards, String to, String caller) {
        if (!store.lookAtHomes(group.id())) {
            throw new StoreException.Unavailable(
                    "a database does not answer: where the shards of %s live is not known"
                            .formatted(group.id()));
        }
        var now = Instants.floorToMillis(clock.instant());
        return shards.stream()
                .filter(shard -> !home(shard).equals(to))
                .map(shard -> DatabaseMove.asked(shard, home(shard), to, caller, now))
                .toList();
    }

    private String home(ShardId shard) {
        return new HomeDatabases(store).find(shard).map(Territory::name).orElse("");
    }

    /** How much would be copied, counted up to a bound for each shard. */
    private record Rows(long pending, long kept) {
        static Rows of(TimerStore store, List<DatabaseMove> moves) {
            var shards = moves.stream().map(DatabaseMove::shard).toList();
            return new Rows(
                    count(store, shards, TimerState.SCHEDULED),
                    TimerState.KEPT.stream().mapToLong(it -> count(store, shards, it)).sum());
        }

        private static long count(TimerStore store, List<ShardId> shards, TimerState state) {
            return store.lists().counts(shards, state, COUNTED).stream()
                    .mapToLong(CountedShard::timers)
                    .sum();
        }
    }

    /** Either none is begun, or all are. */
    private void write(GroupId group, List<DatabaseMove> moves) {
        var present = new HashMap<RecordKey, StoredRecord>();
        OpenMoves.all(store.records(), group + "/").forEach(it -> present.put(it.key(), it));
        moves.forEach(it -> requireFree(it, Optional.ofNullable(present.get(it.key()))));
        moves.forEach(it -> write(it, Optional.ofNullable(present.get(it.key()))));
    }

    /** One that is under way to another database is not turned round. */
    private static void requireFree(DatabaseMove move, Optional<StoredRecord> present) {
        present.map(DatabaseMove::parse)
                .filter(there -> !there.state().isOver() && !there.to().equals(move.to()))
                .ifPresent(MovesApi::refuse);
    }

    /** One that others have changed meanwhile is looked at again. */
    private void write(DatabaseMove move, Optional<StoredRecord> present) {
        requireFree(move, present);
        boolean isAsked =
                present.map(DatabaseMove::parse)
                        .filter(there -> there.state() == DatabaseMove.State.RUNNING)
                        .isPresent();
        if (!isAsked) {
            var write =
                    present.map(there -> there.replacedBy(move.text()))
                            .orElseGet(() -> RecordChange.Write.ofNew(move.key(), move.text()));
            if (store.records().apply(write) instanceof RecordResult.Conflict(var now)) {
                write(move, now);
            }
        }
    }

    /** A deletion of the group that came in between has not seen them. */
    private void requireServed(GroupId group, List<DatabaseMove> moves) {
        boolean serves =
                store.catalog().find(group).filter(it -> !it.phase().isDeleting()).isPresent();
        if (!serves) {
            moves.stream()
                    .flatMap(it -> store.records().find(it.key()).stream())
                    .forEach(it -> store.records().apply(it.removal()));
            throw Groups.deleting(group);
        }
    }

    private static void refuse(DatabaseMove there) {
        throw Problem.of(
                        Code.MOVE_UNDER_WAY,
                        "shard %s is being moved to '%s'; cancel that first, or wait"
                                .formatted(there.shard(), there.to()))
                .field("shards")
                .raised();
    }

    private CompletableFuture<Answer> list(Call call) {
        var group = groups.find(call.group()).group().id();
        return reads.list(() -> answer(200, of(group), Optional.empty()));
    }

    private List<DatabaseMove> of(GroupId group) {
        return OpenMoves.all(store.records(), group + "/").stream()
                .map(DatabaseMove::parse)
                .toList();
    }

    private CompletableFuture<Answer> cancelAll(Call call) {
        var group = groups.find(call.group()).group().id();
        return reads.read(
                () ->
                        answer(
                                200,
                                OpenMoves.all(store.records(), group + "/").stream()
                                        .map(this::cancelled)
                                        .toList(),
                                Optional.empty()));
    }

    private CompletableFuture<Answer> cancel(Call call) {
        var group = groups.find(call.group()).group();
        var shard = shard(group, call.path().getOrDefault("shard", ""));
        return reads.read(
                () ->
                        Answer.json(
                                200,
                                JsonBytes.object(
                                        cancelled(
                                                        store.records()
                                                                .find(DatabaseMove.key(shard))
                                                                .orElseThrow(() -> missing(shard)))
                                                ::write)));
    }

    private static ShardId shard(Group group, String text) {
        require(
                text.matches("[0-9]{1,5}") && Integer.parseInt(text) < Group.MAX_SHARDS,
                "shard",
                "must be the index of a shard");
        int index = Integer.parseInt(text);
        if (index >= group.shardCount()) {
            throw MoveFields.noShard(group, text, "shard");
        }
        return new ShardId(group.id(), index);
    }

    private static ProblemException missing(ShardId shard) {
        return Problem.of(Code.MOVE_NOT_FOUND, "shard %s is not being moved".formatted(shard))
                .field("shard")
                .raised();
    }

    /** One that is over, or made already, stays as it is. */
    private DatabaseMove cancelled(StoredRecord record) {
        var move = DatabaseMove.parse(record);
        if (move.state() != DatabaseMove.State.RUNNING) {
            return move;
        }
        var after = move.cancelling();
        if (store.records().apply(record.replacedBy(after.text()))
                instanceof RecordResult.Conflict(var present)) {
            return cancelled(present.orElseThrow(() -> missing(move.shard())));
        }
        return after;
    }

    private static Answer answer(int status, List<DatabaseMove> moves, Optional<Rows> rows) {
        return Answer.json(
                status,
                JsonBytes.object(
                        json -> {
                            json.list("moves", moves, (it, move) -> move.write(it));
                            if (rows.isPresent()) {
                                json.number("pending", rows.get().pending())
                                        .number("kept", rows.get().kept());
                            }
                        }));
    }
}
