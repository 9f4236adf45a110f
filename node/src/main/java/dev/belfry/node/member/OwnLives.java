package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import java.util.HashSet;
import java.util.Set;

/**
 * The lives of this node that can not act any more: a name is not an identity, so that only those
 * of this very process count, which are numbered from a random first one, and those of others under
 * the same name whose proof was seen to run out. Immutable.
 *
 * @param rebirths of this process
 */
record OwnLives(Incarnation first, long rebirths, Set<Incarnation> over) {
    OwnLives {
        over = Set.copyOf(over);
    }

    static OwnLives of(Incarnation first) {
        return new OwnLives(first, 0, Set.of());
    }

    OwnLives reborn() {
        return new OwnLives(first, rebirths + 1, over);
    }

    Incarnation current() {
        return new Incarnation(first.node(), first.life() + rebirths);
    }

    OwnLives over(Incarnation another) {
        var more = new HashSet<>(over);
        more.add(another);
        return new OwnLives(first, rebirths, more);
    }

    boolean isOver(Incarnation life) {
        return isOwn(life) || over.contains(life);
    }

    private boolean isOwn(Incarnation life) {
        long number = life.life() - first.life();
        return life.node().equals(first.node()) && number >= 0 && number <= rebirths;
    }
}
