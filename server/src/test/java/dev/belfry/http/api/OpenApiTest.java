package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.ServerUnderTest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private final OpenApiFile file = OpenApiFile.load();

    @Test
    void theServerServesTheFileAndEveryCallInItAndNoOther() throws Exception {
        try (var server = ServerUnderTest.start();
                var in = OpenApiTest.class.getResourceAsStream("/openapi.yaml")) {
            assertThat(server.get("/openapi.yaml").bytes()).isEqualTo(in.readAllBytes());
            assertThat(new ObjectMapper().readTree(server.get("/openapi.json").bytes()))
                    .isEqualTo(file.root());
            file.paths()
                    .fieldNames()
                    .forEachRemaining(
                            path -> {
                                var at =
                                        path.replace("{groupId}", "default")
                                                .replace("{timerId}", "t")
                                                .replace("{shard}", "0")
                                                .replace("{jobId}", "0f");
                                var allowed =
                                        server.send("BREW", at, Optional.empty()).header("Allow");
                                assertThat(new TreeSet<>(Arrays.asList(allowed.split(", "))))
                                        .as(path)
                                        .isEqualTo(described(path));
                            });
        }
    }

    private Set<String> described(String path) {
        var methods = new TreeSet<String>();
        for (var call : file.calls()) {
            if (call.endsWith(" " + path)) {
                methods.add(call.substring(0, call.indexOf(' ')));
            }
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return methods;
    }

    @Test
    void everyCallIsNamedOnceDescribedAndTagged() {
        var names = new HashSet<String>();
        file.root()
                .path("paths")
                .forEach(
                        path ->
                                path.properties()
                                        .forEach(
                                                call -> {
                                                    if (!call.getKey().equals("parameters")) {
                                                        requireDescribed(call.getValue(), names);
                                                    }
                                                }));
    }

    private void requireDescribed(JsonNode call, Set<String> names) {
        var name = call.path("operationId").asText();
        assertThat(name).isNotBlank();
        assertThat(names.add(name)).as(name).isTrue();
        assertThat(call.path("summary").asText()).as(name).isNotBlank();
        assertThat(call.path("description").asText()).as(name).isNotBlank();
        assertThat(call.path("tags")).as(name).hasSize(1);
        assertThat(call.path("responses")).as(name).isNotEmpty();
        call.path("parameters")
                .forEach(
                        it ->
                                assertThat(file.resolved(it).path("description").asText())
                                        .isNotBlank());
        var body = call.path("requestBody");
        if (!body.isMissingNode()) {
            assertThat(body.path("content").elements().next().path("examples"))
                    .as(name)
                    .isNotEmpty();
        }
    }

    @Test
    void everyCallThatNeedsAKeySaysThatItMayBeOneTooMany() {
        file.root()
                .path("paths")
                .forEach(
                        path ->
                                path.properties().stream()
                                        .map(Map.Entry::getValue)
                                        .filter(OpenApiTest::isCounted)
                                        .forEach(OpenApiTest::requireCounted));
    }

    private static boolean isCounted(JsonNode call) {
        return call.has("x-role") && !call.path("x-role").asText().equals("none");
    }

    private static void requireCounted(JsonNode call) {
        assertThat(call.at("/responses/429/$ref").asText())
                .as(call.path("operationId").asText())
                .isEqualTo("#/components/responses/TooManyRequests");
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        file.root()
                .findValuesAsText("$ref")
                .forEach(
                        ref ->
                                assertThat(file.root().at(ref.substring(1)).isMissingNode())
                                        .as(ref)
                                        .isFalse());
    }

    @Test
    void everyCodeIsListed() {
        var listed = new TreeSet<String>();
        file.root().at("/components/schemas/Code/enum").forEach(it -> listed.add(it.asText()));
        var known = new TreeSet<String>();
        for (var code : Code.values()) {
            known.add(code.name());
        }
        assertThat(listed).isEqualTo(known);
    }
}
