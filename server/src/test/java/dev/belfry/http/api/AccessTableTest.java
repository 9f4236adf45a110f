package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.operate.access.Role;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.server.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call × every role × every kind of group, as the OpenAPI file and docs/security.md say. */
class AccessTableTest {
    private static final String OWN = "own";
    private static final Set<String> GROUPS =
            Set.of("path", "query", "body", "filtered", "all", "none");
    private static final List<String> OTHERS = List.of("foreign", "absent");

    private final OpenApiFile file = OpenApiFile.load();

    @TempDir private Path folder;

    /** One call as the file describes it. */
    private record Operation(String method, String path, JsonNode described) {
        String role() {
            return described.path("x-role").asText("missing");
        }

        /** What is open to all is of no group. */
        String groups() {
            return described.path("x-groups").asText(isOpen() ? "none" : "missing");
        }

        boolean isOpen() {
            return role().equals("none");
        }

        boolean needsMoreThan(Role role) {
            return !isOpen() && !role.includes(Role.ofWord(role()).orElseThrow());
        }

        /** Whether each item of its body is answered by itself. */
        boolean isBatch() {
            return path.endsWith("/batch") || path.endsWith("/import");
        }

        /** A stream never ends: its head is enough. */
        String verb() {
            return path.equals("/events") ? "HEAD" : method;
        }

        String target(String group) {
            var at = path.replaceAll("\\{group[^}]*}", group).replaceAll("\\{[^}]*}", "t");
            return groups().equals("query") ? at + "?groupId=" + group : at;
        }

        Optional<String> body(String group) {
            var examples = described.at("/requestBody/content").elements();
            if (!examples.hasNext()) {
                return Optional.empty();
            }
            var body = examples.next().path("examples").elements().next().path("value").deepCopy();
            if (groups().equals("body")) {
                named(body, group);
            }
            return Optional.of(
                    body.toString()
                            .replaceAll("https?://[^\"]*", "http://127.0.0.1:9/")
                            .replaceAll("\"20\\d\\d-", "\"2090-"));
        }

        private static void named(JsonNode body, String group) {
            if (body.has("timers")) {
                body.path("timers").forEach(it -> ((ObjectNode) it).put("groupId", group));
            } else {
                ((ObjectNode) body).put("groupId", group);
            }
        }

        String line() {
            return "| %s | `%s` | %s | %s |".formatted(method, path, role(), groups());
        }
    }

    private List<Operation> operations() {
        var all = new ArrayList<Operation>();
        for (var call : file.calls()) {
            var method = call.substring(0, call.indexOf(' '));
            var path = call.substring(call.indexOf(' ') + 1);
            var described = file.paths().path(path).path(method.toLowerCase(Locale.ROOT));
            all.add(new Operation(method, path, described));
        }
        return all;
    }

    /** A call that does not say what it needs would be in no test of what is refused. */
    @Test
    void everyCallSaysWhatItNeeds() {
        var words = Stream.concat(Stream.of("none"), Stream.of(Role.values()).map(Role::word));
        var roles = words.collect(Collectors.toSet());
        for (var operation : operations()) {
            assertThat(roles).as(operation.line()).contains(operation.role());
            assertThat(GROUPS).as(operation.line()).contains(operation.groups());
            assertThat(operation.groups().equals("none"))
                    .as(operation.line())
                    .isEqualTo(operation.isOpen());
            assertThat(operation.described().has("security"))
                    .as("%s: no key is asked for", operation.line())
                    .isEqualTo(operation.isOpen());
            assertThat(operation.described().at("/responses/401").isMissingNode())
                    .as("%s: 401", operation.line())
                    .isEqualTo(operation.isOpen());
        }
    }

    @Test
    void theTableInTheDocumentsIsThatOfTheFile() throws IOException {
        var lines = new TreeSet<String>();
        for (var line : Files.readAllLines(Path.of("..", "docs", "security.md"))) {
            if (line.matches("\\| [A-Z]+ \\| `/.*")) {
                lines.add(line);
            }
        }
        assertThat(lines)
                .isEqualTo(
                        new TreeSet<>(
                                operations().stream()
                                        .filter(it -> !it.described().has("isAlias"))
                                        .map(Operation::line)
                                        .toList()));
    }

    @Test
    void callersMayDoWhatTheTableSaysAndNothingElse() {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var anywhere = new EnumMap<Role, String>(Role.class);
        var somewhere = new EnumMap<Role, String>(Role.class);
        for (var role : Role.values()) {
            anywhere.put(role, keys.add("any-" + role.word(), role, "*"));
            somewhere.put(role, keys.add("own-" + role.word(), role, "own,ow*"));
        }
        var settings =
                Map.of(
                        "auth.keys", keys.path().toString(),
                        "groups.own.shards", "2",
                        "groups.foreign.shards", "2");
        int asked = 0;
        try (var server = ServerUnderTest.start(settings)) {
            for (var operation : operations()) {
                requireUnknownRefused(server, operation);
                for (var role : Role.values()) {
                    judge(server, operation, role, somewhere.get(role), anywhere.get(role));
                    asked++;
                }
            }
        }
        assertThat(asked).isGreaterThan(100);
    }

    private static void requireUnknownRefused(ServerUnderTest server, Operation operation) {
        for (var said : List.of("", "Bearer bf_" + "0".repeat(40), "Basic YTpi", "Bearer x.y.z")) {
            var status = ask(server, operation, OWN, said).status();
            if (operation.isOpen()) {
                assertThat(status).as("%s %s", operation, said).isNotIn(401, 403);
            } else {
                assertThat(status).as("%s %s", operation, said).isEqualTo(401);
            }
        }
    }

    private static void judge(
            ServerUnderTest server, Operation operation, Role role, String own, String any) {
        boolean isRefused = operation.needsMoreThan(role);
        for (var group : List.of(OWN, "foreign", "absent")) {
            require(isRefused, operation, ask(server, operation, group, any));
        }
        boolean needsAll = operation.groups().equals("all");
        require(isRefused || needsAll, operation, ask(server, operation, OWN, own));
        boolean isOfGroup = List.of("path", "query", "body").contains(operation.groups());
        for (var group : OTHERS) {
            var reply = ask(server, operation, group, own);
            require(isRefused || needsAll || isOfGroup, operation, reply);
        }
        if (isOfGroup && !isRefused) {
            requireAlike(server, operation, own);
        }
    }

    /** Whether there is such a group must not be told to whom it is not for. */
    private static void requireAlike(ServerUnderTest server, Operation operation, String own) {
        var foreign = ask(server, operation, "foreign", own);
        var absent = ask(server, operation, "absent", own);
        assertThat(absent.status()).isEqualTo(foreign.status());
        assertThat(absent.text().replace("absent", "foreign")).isEqualTo(foreign.text());
    }

    private static void require(boolean isRefused, Operation operation, Reply reply) {
        var statuses = operation.isBatch() ? items(reply) : List.of(reply.status());
        assertThat(statuses).as("%s: %s", operation.line(), reply).isNotEmpty();
        for (int status : statuses) {
            if (isRefused) {
                assertThat(status).as("%s: %s", operation.line(), reply).isEqualTo(403);
                assertThat(reply.text()).contains("\"FORBIDDEN\"");
            } else {
                assertThat(status).as("%s: %s", operation.line(), reply).isNotIn(401, 403);
            }
        }
    }

    private static List<Integer> items(Reply reply) {
        if (reply.status() != 200) {
            return List.of(reply.status());
        }
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        return statuses;
    }

    private static Reply ask(
            ServerUnderTest server, Operation operation, String group, String said) {
        var headers = new ArrayList<String>();
        if (!said.isEmpty()) {
            headers.addAll(List.of("Authorization", said));
        }
        return server.send(
                operation.verb(),
                operation.target(group),
                operation.body(group),
                headers.toArray(String[]::new));
    }
}
