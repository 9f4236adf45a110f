package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The OpenAPI file as a judge of answers. Thread-safe. */
public final class OpenApiFile {
    /** What can happen before a request has reached a path that is described. */
    private static final Set<Integer> OUTSIDE = Set.of(404, 405, 414, 431);

    private final JsonNode root;
    private final ObjectNode paths;
    private final SchemaRegistry registry =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<JsonNode, Schema> schemas = new ConcurrentHashMap<>();

    private OpenApiFile(JsonNode root) {
        this.root = root;
        this.paths = root.path("paths").deepCopy();
        root.path("paths").properties().forEach(path -> addAliases(path.getValue()));
    }

    /** Other paths of the same calls; who names no group in its path names it in its body. */
    private void addAliases(JsonNode described) {
        described
                .properties()
                .forEach(
                        call -> {
                            if (call.getValue().has("x-alias")) {
                                addAlias(described, call.getKey(), call.getValue().deepCopy());
                            }
                        });
    }

    private void addAlias(JsonNode described, String method, ObjectNode call) {
        var alias = call.path("x-alias").asText();
        call.put("isAlias", true);
        if (!alias.contains("{groupId}")) {
            call.put("x-groups", "body");
        }
        paths.withObjectProperty(alias).set(method, call);
        var parameters = paths.withObjectProperty(alias).putArray("parameters");
        described
                .path("parameters")
                .forEach(
                        it -> {
                            var name = resolved(it).path("name").asText();
                            if (alias.contains("{" + name + "}")) {
                                parameters.add(it);
                            }
                        });
    }

    public static OpenApiFile load() {
        try (var in = OpenApiFile.class.getResourceAsStream("/openapi.yaml")) {
            return new OpenApiFile(new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public JsonNode root() {
        return root;
    }

    /** All paths with their calls, those that are described as another one's alias among them. */
    public JsonNode paths() {
        return paths;
    }

    /** All calls as "GET /path". */
    public Set<String> calls() {
        var calls = new TreeSet<String>();
        paths.properties()
                .forEach(
                        path ->
                                path.getValue()
                                        .fieldNames()
                                        .forEachRemaining(
                                                method -> {
                                                    if (!method.equals("parameters")) {
                                                        calls.add(
                                                                method.toUpperCase(Locale.ROOT)
                                                                        + " "
                                                                        + path.getKey());
                                                    }
                                                }));
        return calls;
    }

    /** Fails unless the file describes an answer like this one to a request like that one. */
    public void requireDescribed(String method, String pathAndQuery, Reply reply) {
        assertThat(reply.header("X-Request-Id")).as("%s", reply).matches("[A-Za-z0-9._-]{1,64}");
        if (hasDotSegment(pathAndQuery)) {
            assertThat(reply.status()).as("%s %s", method, pathAndQuery).isEqualTo(400);
            requireProblem(method, pathAndQuery, reply);
            return;
        }
        var operation = operation(method.equals("HEAD") ? "GET" : method, pathAndQuery);
        if (operation.isEmpty()) {
            assertThat(OUTSIDE)
                    .as("%s %s: %s", method, pathAndQuery, reply)
                    .contains(reply.status());
            requireProblem(method, pathAndQuery, reply);
            return;
        }
        var response = resolved(operation.get().path("responses").path("" + reply.status()));
        if (response.isMissingNode()) {
            assertThat(OUTSIDE)
                    .as("%s %s: %s", method, pathAndQuery, reply)
                    .contains(reply.status());
            response = resolved(root.at("/components/responses/Problem"));
        }
        requireHeaders(response, reply);
        requireBody(response, method, pathAndQuery, reply);
    }

    /** Refused before anybody looks which call it is. */
    private static boolean hasDotSegment(String pathAndQuery) {
        return pathAndQuery.matches("[^?]*/[.]{1,2}([/?].*)?");
    }

    /** Fails unless an answer is a problem document. */
    public void requireProblem(String method, String pathAndQuery, Reply reply) {
        assertThat(reply.type()).as("%s", reply).hasValue("application/problem+json");
        if (!method.equals("HEAD")) {
            requireSchema(root.at("/components/schemas/Problem"), method, pathAndQuery, reply);
        }
    }

    private void requireHeaders(JsonNode response, Reply reply) {
        response.path("headers")
                .properties()
                .forEach(
                        header -> {
                            if (resolved(header.getValue()).path("required").asBoolean()) {
                                assertThat(reply.header(header.getKey()))
                                        .as("%s of %s", header.getKey(), reply)
                                        .isNotEmpty();
                            }
                        });
    }

    private void requireBody(JsonNode response, String method, String path, Reply reply) {
        var content = response.path("content");
        if (content.isEmpty()) {
            assertThat(reply.bytes()).as("%s %s: %s", method, path, reply).isEmpty();
            return;
        }
        var type = reply.type().orElse("");
        assertThat(content.has(type)).as("%s of %s", type, reply).isTrue();
        if (type.matches(".*[/+]json") && !method.equals("HEAD")) {
            requireSchema(content.path(type).path("schema"), method, path, reply);
        }
    }

    private void requireSchema(JsonNode schema, String method, String path, Reply reply) {
        assertThat(violations(schema, reply.text())).as("%s %s: %s", method, path, reply).isEmpty();
    }

    /** What a schema of the file has against a text. */
    public List<Error> violations(JsonNode schema, String json) {
        return schemas.computeIfAbsent(schema, this::compile).validate(json, InputFormat.JSON);
    }

    private Schema compile(JsonNode schema) {
        var whole = (ObjectNode) root.deepCopy();
        whole.removeAll();
        whole.set("components", root.path("components"));
        whole.putArray("allOf").add(schema);
        return registry.getSchema(whole.toString(), InputFormat.JSON);
    }

    private Optional<JsonNode> operation(String method, String pathAndQuery) {
        var segments = pathAndQuery.split("\\?", -1)[0].split("/", -1);
        return paths.properties().stream()
                .filter(path -> fits(path.getKey().split("/", -1), segments))
                .map(path -> path.getValue().path(method.toLowerCase(Locale.ROOT)))
                .filter(operation -> !operation.isMissingNode())
                .findFirst();
    }

    private static boolean fits(String[] template, String[] path) {
        if (template.length != path.length) {
            return false;
        }
        for (int i = 0; i < path.length; i++) {
            if (!template[i].startsWith("{") && !template[i].equals(path[i])) {
                return false;
            }
        }
        return true;
    }

    public JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }
}
