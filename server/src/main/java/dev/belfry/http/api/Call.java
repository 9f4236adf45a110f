package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.route.Passage;

import io.vertx.core.MultiMap;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A request that found its route, read as far as every route needs it.
 *
 * @param uri path and query as they came, without what marks a call between nodes
 * @param passage how it came here, and until when its client waits
 * @param work runs what is to be done for it once the engine has answered: never on a loop's thread
 */
public record Call(
        Route route,
        String uri,
        Passage passage,
        Map<String, String> path,
        Query query,
        MultiMap headers,
        Body body,
        Executor work) {
    Call with(Body complete, Executor executor) {
        return new Call(route, uri, passage, path, query, headers, complete, executor);
    }

    /** The call that would be made for one of the many things that this one is about. */
    Call alone(String itsUri) {
        return new Call(
                route,
                itsUri,
                passage,
                path,
                query,
                MultiMap.caseInsensitiveMultiMap(),
                Body.NONE,
                work);
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
