package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.node.route.Passage;
import io.vertx.core.MultiMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A request that found its route, read as far as every route needs it.
 *
 * @param passage how it came here, and until when its client waits
 * @param caller whose share of what is limited it counts for
 * @param work runs what is to be done for it once the engine has answered: never on a loop's thread
 */
public record Call(
        Route route,
        Passage passage,
        Map<String, String> path,
        Query query,
        MultiMap headers,
        CallerNetwork caller,
        Body body,
        Executor work) {
    Call with(Body complete, Executor executor) {
        return new Call(route, passage, path, query, headers, caller, complete, executor);
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
                Body.NONE,
                work);
    }

    /** Path and query for another node, written anew from what was understood here. */
    String uri() {
        return route.pathOf(path) + query.text();
    }

    public GroupId group() {
        return new GroupId(parameter("groupId"));
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
