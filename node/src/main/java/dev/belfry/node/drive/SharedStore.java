package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.node.EngineClock;
import dev.belfry.node.member.NodeLoop;
import dev.belfry.node.member.Roster;
import dev.belfry.node.shard.Mailbox;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** A node's share in a store that it has in common with others. Thread-safe. */
final class SharedStore implements ShardSupply {
    private final LoopThread<NodeLoop> member;
    private volatile Roster roster = Roster.NOBODY;

    /**
     * @param newMember makes the node's loop, given the way into it and who wants to know who is
     *     there
     */
    SharedStore(
            EngineClock clock,
            BiFunction<Mailbox, Consumer<Roster>, NodeLoop> newMember,
            Consumer<Throwable> failed) {
        this.member =
                new LoopThread<>(
                        "belfry-member",
                        clock,
                        mailbox -> newMember.apply(mailbox, this::changed),
                        failed);
    }

    private void changed(Roster newRoster) {
        roster = newRoster;
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public void start() {
        member.start();
        member.tell(NodeLoop::start);
    }

    @Override
    public void serve(List<Group> groups) {
        member.tell(it -> it.serve(groups));
    }

    @Override
    public void homesChanged() {
        member.tell(NodeLoop::homesChanged);
    }

    @Override
    public void beatAtOnce() {
        member.tell(NodeLoop::beatAtOnce);
    }

    @Override
    public void closed(ShardId shard) {
        member.tell(it -> it.shardClosed(shard));
    }

    @Override
    public void retire(Duration patience) {
        var given = new CountDownLatch(1);
        member.tell(it -> it.retire(given::countDown));
        await(given, patience);
    }

    @Override
    public void leave(Duration patience) {
        var left = new CountDownLatch(1);
        member.tell(it -> it.leave(left::countDown));
        await(left, patience);
    }

    /** A row that stays is evicted by the others, and a shard that stays is claimed by them. */
    private static void await(CountDownLatch latch, Duration patience) {
        try {
            var _ = latch.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        member.close();
    }
}
