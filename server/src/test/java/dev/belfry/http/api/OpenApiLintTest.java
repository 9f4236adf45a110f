package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belfry.server.OpenApiFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The OpenAPI file by the official schema of such files, and by rules of our own. */
class OpenApiLintTest {
    /** Checks the schemas in the file too. */
    private static final String OFFICIAL =
            "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07";

    /** Not problems: the checks are shown whether they hold or not. */
    private static final Set<String> HEALTH = Set.of("/health/live 503", "/health/ready 503");

    private final OpenApiFile file = OpenApiFile.load();

    @Test
    void theFileIsAnOpenApiDocument() {
        assertThat(official(file.root())).isEmpty();
    }

    @Test
    void theOfficialSchemaNoticesMistakesInTheDocumentAndInItsSchemas() {
        var withoutInfo = (ObjectNode) file.root().deepCopy();
        withoutInfo.remove("info");
        assertThat(official(withoutInfo)).isNotEmpty();
        var badParameter = (ObjectNode) file.root().deepCopy();
        ((ObjectNode) badParameter.at("/components/parameters/GroupId")).put("in", "nowhere");
        assertThat(official(badParameter)).isNotEmpty();
        var badSchema = (ObjectNode) file.root().deepCopy();
        ((ObjectNode) badSchema.at("/components/schemas/GroupId")).put("type", "text");
        assertThat(official(badSchema)).isNotEmpty();
    }

    private static List<Error> official(JsonNode document) {
        var registry =
                SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        it -> it.schemas(OpenApiLintTest::published));
        return registry.getSchema(SchemaLocation.of(OFFICIAL))
                .validate(document.toString(), InputFormat.JSON);
    }

    /** What is published at an address, if a jar of the tests brings it. */
    private static @Nullable String published(String address) {
        var path = address.replaceFirst("^https:/", "");
        try (var in = OpenApiLintTest.class.getResourceAsStream(path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyRefusalIsAProblemDocument() {
        var refusals = new ArrayList<String>();
        forEachOperation(
                (path, operation) ->
                        operation
                                .path("responses")
                                .properties()
                                .forEach(
                                        it -> {
                                            var name = path + " " + it.getKey();
                                            if (it.getKey().matches("[45]..")
                                                    && !HEALTH.contains(name)) {
                                                refusals.add(name);
                                                requireProblem(name, it.getValue());
                                            }
                                        }));
        assertThat(refusals).hasSizeGreaterThan(100);
    }

    private void requireProblem(String name, JsonNode response) {
        var content = file.resolved(response).path("content");
        assertThat(content.fieldNames())
                .as(name)
                .toIterable()
                .containsExactly("application/problem+json");
        var schema = content.path("application/problem+json").path("schema").path("$ref").asText();
        assertThat(schema)
                .as(name)
                .isIn("#/components/schemas/Problem", "#/components/schemas/UnavailableProblem");
    }

    @Test
    void everyCallCanBeMadeFromWhatIsSaidAboutIt() {
        forEachOperation(
                (path, operation) -> {
                    var named = new TreeSet<String>();
                    var parameters = new ArrayList<JsonNode>();
                    file.root()
                            .path("paths")
                            .path(path)
                            .path("parameters")
                            .forEach(parameters::add);
                    operation.path("parameters").forEach(parameters::add);
                    for (var parameter : parameters) {
                        var resolved = file.resolved(parameter);
                        if (resolved.path("in").asText().equals("path")) {
                            named.add(resolved.path("name").asText());
                        }
                    }
                    var wanted = new TreeSet<String>();
                    var matcher = Pattern.compile("\\{([^}]+)}").matcher(path);
                    while (matcher.find()) {
                        wanted.add(matcher.group(1));
                    }
                    assertThat(named).as(path).isEqualTo(wanted);
                });
    }

    /** Generators of clients make up names such as InlineObject2 for those that have none. */
    @Test
    void everyObjectWithFieldsHasANameOfItsOwn() {
        var nameless = new ArrayList<String>();
        visit(
                file.root(),
                "#",
                (at, node) -> {
                    if (node.path("properties").isObject()
                            && !at.matches("#/components/schemas/[A-Za-z]+")) {
                        nameless.add(at);
                    }
                });
        assertThat(nameless).isEmpty();
    }

    @Test
    void noSchemaHidesAClassThatEveryJavaProgramSees() {
        assertThat(file.root().at("/components/schemas").fieldNames())
                .toIterable()
                .hasSizeGreaterThan(50)
                .noneMatch(OpenApiLintTest::isOfJavaLang);
    }

    private static boolean isOfJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    /** Which branch of another union is meant, no generated client can tell. */
    @Test
    void aUnionIsOfOneThingAndNull() {
        visit(
                file.root(),
                "#",
                (at, node) -> {
                    assertThat(node.has("anyOf")).as(at).isFalse();
                    if (node.has("oneOf")) {
                        assertThat(node.path("oneOf")).as(at).hasSize(2);
                        assertThat(node.at("/oneOf/1/type").asText()).as(at).isEqualTo("null");
                    }
                });
    }

    /**
     * A generated client sends null for an optional property without a type: a patch would wipe it.
     */
    @Test
    void everyPropertyOfAnObjectHasAType() {
        visit(
                file.root().at("/components/schemas"),
                "#",
                (at, node) ->
                        node.path("properties")
                                .properties()
                                .forEach(
                                        property ->
                                                assertThat(property.getValue().fieldNames())
                                                        .as(at + "/" + property.getKey())
                                                        .toIterable()
                                                        .containsAnyOf(
                                                                "type", "$ref", "oneOf", "allOf")));
    }

    @Test
    void everyExampleIsValidByItsSchema() {
        var examples = new ArrayList<String>();
        visit(
                file.root(),
                "#",
                (at, node) -> {
                    if (node.has("schema") && node.has("example")) {
                        requireValid(at, node.path("schema"), node.path("example"), examples);
                    }
                    if (node.has("schema")) {
                        node.path("examples")
                                .forEach(
                                        it ->
                                                requireValid(
                                                        at,
                                                        node.path("schema"),
                                                        it.path("value"),
                                                        examples));
                    }
                });
        assertThat(examples).hasSizeGreaterThan(7);
    }

    private void requireValid(String at, JsonNode schema, JsonNode example, List<String> seen) {
        seen.add(at);
        assertThat(file.violations(schema, example.toString())).as(at).isEmpty();
    }

    @Test
    void everyComponentIsUsed() {
        var used = new TreeSet<>(file.root().findValuesAsText("$ref"));
        file.root()
                .path("security")
                .forEach(
                        it ->
                                it.fieldNames()
                                        .forEachRemaining(
                                                name ->
                                                        used.add(
                                                                "#/components/securitySchemes/"
                                                                        + name)));
        file.root()
                .path("components")
                .properties()
                .forEach(
                        kind ->
                                kind.getValue()
                                        .fieldNames()
                                        .forEachRemaining(
                                                name ->
                                                        assertThat(used)
                                                                .contains(
                                                                        "#/components/%s/%s"
                                                                                .formatted(
                                                                                        kind
                                                                                                .getKey(),
                                                                                        name))));
    }

    @Test
    void everyTagIsDescribedAndUsed() {
        var described = new TreeSet<String>();
        file.root().path("tags").forEach(it -> described.add(it.path("name").asText()));
        var used = new TreeSet<String>();
        forEachOperation(
                (_, operation) -> operation.path("tags").forEach(it -> used.add(it.asText())));
        file.root().at("/webhooks/callback/post/tags").forEach(it -> used.add(it.asText()));
        assertThat(used).isEqualTo(described);
    }

    private void forEachOperation(BiConsumer<String, JsonNode> action) {
        file.root()
                .path("paths")
                .properties()
                .forEach(
                        path ->
                                path.getValue().properties().stream()
                                        .filter(it -> !it.getKey().equals("parameters"))
                                        .forEach(
                                                it -> action.accept(path.getKey(), it.getValue())));
    }

    private static void visit(JsonNode node, String at, BiConsumer<String, JsonNode> action) {
        action.accept(at, node);
        node.properties().forEach(it -> visit(it.getValue(), at + "/" + it.getKey(), action));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            visit(node.get(i), at + "/" + i, action);
        }
    }
}
