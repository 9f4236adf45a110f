package dev.belfry.server.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import io.vertx.core.MultiMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A request that found its route, read as far as every route needs it.
 *
 * @param work runs what is to be done for it once the engine has answered: never on a loop's thread
 */
public record Call(
        Route route,
        Map<String, String> path,
        Query query,
        MultiMap headers,
        Body body,
        Executor work) {
    Call with(Body complete, Executor executor) {
        return new Call(route, path, query, headers, complete, executor);
    }

    GroupId group() {
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
