package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.node.route.Passage;
import dev.belfry.operate.access.Caller;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * A request that found its route, read as far as every route needs it.
 *
 * @param passage how it came here, and until when its client waits
 * @param caller who asks, and what it may do
 * @param network whose share of what is limited it counts for
 * @param trail what it is about, for the audit log
 * @param work runs what is to be done for it once the engine has answered: never on a loop's thread
 */
public record Call(
        Route route,
        Passage passage,
        Map<String, String> path,
        Query query,
        MultiMap headers,
        Caller caller,
        CallerNetwork network,
        Trail trail,
        Body body,
        Executor work) {
    Call with(Body complete, Executor executor) {
        return new Call(
                route, passage, path, query, headers, caller, network, trail, complete, executor);
    }

    /** Refuses a body that says something: it is missing, or an object without fields. */
    void requireNoFields() {
        if (body.size() > 0) {
            JsonText.readObject(body, Call::noFields);
        }
    }

    private static boolean noFields(JsonParser parser, Body body) throws IOException {
        JsonFields.read(parser, body, "", Set.of(), (_, _) -> {});
        return true;
    }

    /** The call that would be made for one of the many timers that this one is about. */
    Call alone(Route itsRoute, TimerKey key) {
        return new Call(
                itsRoute,
                passage,
                Map.of("groupId", key.group().value(), "timerId", key.id()),
                Query.NONE,
                MultiMap.caseInsensitiveMultiMap(),
                caller,
                network,
                trail,
                Body.NONE,
                work);
    }

    /** Path and query for another node, written anew from what was understood here. */
    String uri() {
        return route.pathOf(path) + query.text();
    }

    /** The group that the path names; of a call whose body may name one, there may be none. */
    Optional<GroupId> groupInPath() {
        return Optional.ofNullable(path.get("groupId")).map(GroupId::new);
    }

    public GroupId group() {
        return new GroupId(parameter("groupId"));
    }

    /**
     * Refuses a group that is not the caller's. Nobody looks whether there is such a group: one
     * that there is not is refused in the same words and as fast.
     */
    void requireGroup(GroupId group) {
        requireGroup(group.value());
    }

    private void requireGroup(String group) {
        if (!caller.maySee(group)) {
            throw Problem.of(
                            Code.FORBIDDEN,
                            "'%s' may not use group '%s', if there is one"
                                    .formatted(caller.name(), group))
                    .field("groupId")
                    .raised();
        }
    }

    /** Refuses a caller that may not make this call; groups in a body are looked at later. */
    Call authorised() {
        var access = route.access();
        if (!access.suits(caller)) {
            throw forbidden("needs the role " + access.role().word());
        }
        switch (access.reach()) {
            case OPEN, BODY, FILTERED -> {}
            case PATH -> requireGroup(parameter("groupId"));
            case QUERY ->
                    query.text("groupId").ifPresentOrElse(this::requireGroup, this::requireAll);
            case ALL -> requireAll();
            case NODES -> {
                if (!caller.equals(Caller.NODE)) {
                    throw forbidden("is for servers of this cluster");
                }
            }
        }
        return this;
    }

    private void requireAll() {
        if (!caller.groups().isAll()) {
            throw forbidden("needs the right to use all groups");
        }
    }

    private ProblemException forbidden(String what) {
        return Problem.of(
                        Code.FORBIDDEN,
                        "'%s' is known and has the role %s, but this call %s"
                                .formatted(caller.name(), caller.role().word(), what))
                .raised();
    }

    TimerKey timer() {
        return new TimerKey(group(), parameter("timerId"));
    }

    private String parameter(String name) {
        return path.getOrDefault(name, "");
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
