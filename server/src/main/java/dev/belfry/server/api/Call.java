package dev.belfry.server.api;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;

/** A request that found its route, read as far as every route needs it. */
public record Call(
        Route route, Map<String, String> path, Query query, MultiMap headers, Buffer body) {
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
