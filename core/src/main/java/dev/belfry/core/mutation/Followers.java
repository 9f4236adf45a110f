package dev.belfry.core.mutation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What the mutations of a commit bring about under other keys. */
public final class Followers {
    private Followers() {}

    /**
     * The mutations that follow from decisions, one for each key. What is asked for under a key by
     * itself comes first: nothing follows there in the same commit.
     *
     * @param decisions of the mutations, in order
     */
    public static List<Mutation> of(List<Mutation> mutations, List<Decision> decisions) {
        var followers = new ArrayList<Mutation>();
        for (int i = 0; i < mutations.size(); i++) {
            followers.addAll(mutations.get(i).followers(decisions.get(i)));
        }
        if (followers.isEmpty()) {
            return List.of();
        }
        var keys = new HashSet<>(mutations.stream().map(Mutation::key).toList());
        return followers.stream().filter(one -> keys.add(one.key())).toList();
    }
}
