package dev.belfry.http.auth;

import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.Role;

/** What a call of the API needs of whoever makes it. Immutable. */
public record Access(Role role, Reach reach) {
    /** For other nodes alone, which ask for themselves: what a route is that says nothing else. */
    public static final Access NODES = new Access(Role.ADMIN, Reach.NODES);

    /** For everybody, known or not. */
    public static final Access OPEN = new Access(Role.READ, Reach.OPEN);

    /** For which groups a caller must have the role. */
    public enum Reach {
        /** None: nobody is even asked who it is. */
        OPEN,
        /** The one in the path. */
        PATH,
        /** The one in the query; without one, all. */
        QUERY,
        /** Each one in the body, looked at where the body is read. */
        BODY,
        /** Any: what is shown is only what belongs to the caller's groups. */
        FILTERED,
        /** All. */
        ALL,
        NODES
    }

    public static Access of(Role role, Reach reach) {
        return new Access(role, reach);
    }

    public boolean isOpen() {
        return reach == Reach.OPEN;
    }

    public boolean isForNodes() {
        return reach == Reach.NODES;
    }

    public boolean suits(Caller caller) {
        return caller.role().includes(role);
    }
}
