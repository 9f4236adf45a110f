package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.access.GroupScope;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Something that should not be, in words that a person understands.
 *
 * @param code its stable name; programs may rely on it
 * @param since when it began, or was first seen
 */
record Notice(
        Severity severity,
        String code,
        String text,
        Instant since,
        Optional<String> groupId,
        Optional<Integer> shard,
        Optional<String> nodeId) {
    private static final String UNTOLD = "what it is is told to callers of all groups";

    /** The worst first. */
    enum Severity {
        ERROR,
        WARNING,
        INFO
    }

    static final Comparator<Notice> WORST_FIRST =
            Comparator.comparing(Notice::severity)
                    .thenComparing(Notice::since)
                    .thenComparing(Notice::code)
                    .thenComparing(Notice::text);

    static Notice of(Severity severity, String code, String text, Instant since) {
        return new Notice(
                severity, code, text, since, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Notice ofGroup(String id) {
        return new Notice(severity, code, text, since, Optional.of(id), shard, nodeId);
    }

    Notice ofShard(int index) {
        return new Notice(severity, code, text, since, groupId, Optional.of(index), nodeId);
    }

    Notice ofNode(String id) {
        return new Notice(severity, code, text, since, groupId, shard, Optional.of(id));
    }

    /** Those of these groups; of those of no group, that there is such a one. */
    static List<Notice> within(List<Notice> notices, GroupScope scope) {
        return notices.stream()
                .filter(notice -> notice.groupId().map(scope::covers).orElse(true))
                .map(notice -> notice.groupId().isPresent() ? notice : notice.withoutText())
                .distinct()
                .toList();
    }

    /** Texts name files, databases and mistakes of operators, who have all groups. */
    private Notice withoutText() {
        return new Notice(severity, code, UNTOLD, since, groupId, shard, nodeId);
    }

    void write(JsonBytes json) throws IOException {
        json.text("severity", severity)
                .text("code", code)
                .text("text", text)
                .text("since", since)
                .text("groupId", groupId)
                .text("nodeId", nodeId);
        if (shard.isPresent()) {
            json.number("shard", shard.get());
        }
    }

    static Notice read(JsonNode json) {
        return new Notice(
                Severity.valueOf(json.path("severity").asText()),
                json.path("code").asText(),
                json.path("text").asText(),
                Instant.parse(json.path("since").asText()),
                named(json, "groupId"),
                json.has("shard") ? Optional.of(json.path("shard").asInt()) : Optional.empty(),
                named(json, "nodeId"));
    }

    private static Optional<String> named(JsonNode json, String name) {
        return json.has(name) ? Optional.of(json.path(name).asText()) : Optional.empty();
    }
}
