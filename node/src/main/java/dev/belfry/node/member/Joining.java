package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.node.shard.Reminders;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How a node becomes a member: it shows itself, unless another process lives under its name.
 * Confined to the node's loop.
 */
final class Joining {
    private final NodeLoop.Ports ports;
    private final Duration proofLasts;
    private final Reminders reminders;
    private final Runnable joined;
    private OwnLives lives;
    private NodeRow row;
    private Optional<Namesake> namesake = Optional.empty();

    /** Another row of this node's name, since when it has not moved, and how often it did. */
    private record Namesake(NodeRow row, long sinceNanos, int moves) {
        /** A last beat of a process that has died may still have been on its way. */
        private static final int MOVES_OF_LIFE = 2;

        boolean isOf(NodeRow other) {
            return row.incarnation().equals(other.incarnation());
        }

        Namesake seen(NodeRow other, long nowNanos) {
            if (!isOf(other)) {
                return new Namesake(other, nowNanos, 0);
            }
            return row.beat() == other.beat() ? this : new Namesake(other, nowNanos, moves + 1);
        }

        boolean lives() {
            return moves >= MOVES_OF_LIFE;
        }

        boolean isSilent(Duration proofLasts, long nowNanos) {
            return nowNanos - sinceNanos >= proofLasts.toNanos();
        }
    }

    /**
     * @param row of the first life
     * @param joined runs when the node is a member, under a life that may be a later one
     */
    Joining(
            NodeRow row,
            NodeLoop.Ports ports,
            Duration proofLasts,
            Reminders reminders,
            Runnable joined) {
        this.row = row;
        this.lives = OwnLives.of(row.incarnation());
        this.ports = ports;
        this.proofLasts = proofLasts;
        this.reminders = reminders;
        this.joined = joined;
    }

    /** The row under which the node joins, or has joined. */
    NodeRow row() {
        return row;
    }

    /** Whether a life of this node can not act any more. */
    boolean isOver(Incarnation life) {
        return lives.isOver(life);
    }

    void join() {
        var joining = row;
        var known = lives;
        ports.store()
                .call(
                        StoreOperation.JOIN,
                        store -> joinUnlessTaken(store.nodes(), joining, known),
                        this::answered);
    }

    /**
     * Joins as another life: a join without an answer may yet arrive, and would bring a life back
     * that the others have taken for dead meanwhile.
     *
     * @param as the node as it shows itself now
     */
    void joinAnew(NodeRow as) {
        lives = lives.reborn();
        row = as.reborn(lives.current().life());
        join();
    }

    /**
     * Joins, unless there is a row of this name that may be of a living process.
     *
     * @return that row
     */
    private static Optional<NodeRow> joinUnlessTaken(
            NodeRows nodes, NodeRow joining, OwnLives known) {
        var other =
                nodes.members().nodes().stream()
                        .filter(node -> node.isNamesakeOf(joining))
                        .filter(node -> !known.isOver(node.incarnation()))
                        .findAny();
        if (other.isEmpty()) {
            nodes.join(joining);
        }
        return other;
    }

    private void answered(StoreAnswer<Optional<NodeRow>> answer) {
        switch (answer) {
            case StoreAnswer.Ok<Optional<NodeRow>>(var other) when other.isEmpty() -> joined.run();
            case StoreAnswer.Ok<Optional<NodeRow>>(var other) -> nameSeen(other.orElseThrow());
            case StoreAnswer.Failed<Optional<NodeRow>> _ ->
                    reminders.after(NodeLoop.TRY_AGAIN, () -> joinAnew(row));
        }
    }

    /** A row that moves is of a living process; one that does not has no proof after a while. */
    private void nameSeen(NodeRow other) {
        long now = ports.clock().nanos();
        if (namesake.isEmpty() || !namesake.get().isOf(other)) {
            ports.lifelines().ask(other, at -> evictDisconnected(other, at));
        }
        var seen = namesake.map(it -> it.seen(other, now)).orElse(new Namesake(other, now, 0));
        namesake = Optional.of(seen);
        if (seen.lives()) {
            ports.nameTaken().accept(other);
        } else if (seen.isSilent(proofLasts, now)) {
            evict(other);
        } else {
            reminders.after(NodeLoop.TRY_AGAIN, this::join);
        }
    }

    /** It may move at the last moment: then it is alive, and this process is the second. */
    private void evict(NodeRow silent) {
        evict(silent, nodes -> nodes.evict(silent), this::join);
    }

    /** Both the network and the store say that its process has ended: no need to wait. */
    private void evictDisconnected(NodeRow former, long refusedNanos) {
        evict(
                former,
                nodes ->
                        EarlyEviction.isBelieved(ports.clock(), refusedNanos)
                                && nodes.evictDisconnected(former),
                () -> {});
    }

    private void evict(NodeRow other, Predicate<NodeRows> eviction, Runnable then) {
        ports.store()
                .call(
                        StoreOperation.EVICT,
                        store -> eviction.test(store.nodes()),
                        answer -> {
                            if (answer.equals(new StoreAnswer.Ok<>(true))) {
                                lives = lives.over(other.incarnation());
                            }
                            then.run();
                        });
    }
}
