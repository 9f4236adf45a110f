package dev.belfry.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Reads lists page by page. */
final class Paging {
    private final ServerCalls api;
    private final String path;
    private final Map<String, String> query;

    Paging(ServerCalls api, String path, Map<String, String> query) {
        this.api = api;
        this.path = path;
        this.query = new LinkedHashMap<>(query);
    }

    /** One page, from the beginning or from a cursor. */
    ApiAnswer page(Optional<String> cursor) {
        var all = new LinkedHashMap<>(query);
        cursor.ifPresent(it -> all.put("cursor", it));
        var text =
                all.entrySet().stream()
                        .map(it -> it.getKey() + "=" + ServerCalls.encode(it.getValue()))
                        .collect(Collectors.joining("&"));
        return api.get(text.isEmpty() ? path : path + "?" + text);
    }

    /** All pages, one after the other. */
    void forEach(Consumer<JsonNode> page) {
        Optional<String> cursor = Optional.empty();
        do {
            var answer = page(cursor).json();
            page.accept(answer);
            cursor = nextCursor(answer);
        } while (cursor.isPresent());
    }

    static Optional<String> nextCursor(JsonNode page) {
        return Optional.of(page.path("nextCursor"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText);
    }
}
