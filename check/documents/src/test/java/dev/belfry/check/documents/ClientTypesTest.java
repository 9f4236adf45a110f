package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The clients for other languages call and send nothing that the API does not have. */
class ClientTypesTest {
    private static final Pattern OPERATION =
            Pattern.compile("\"?(\\w+)\"?: [\\[(][\"'](\\w+)[\"'], [\"']([^\"']+)[\"'][\\])]");

    private final JsonNode api =
            Manifests.read(Repository.ROOT.resolve("http/src/main/resources/openapi.yaml"));

    ClientTypesTest() throws IOException {}

    /**
     * A language, and how its client writes types down: a type with its name and its fields, a
     * field with its name and a mark if it may be missing.
     */
    enum Language {
        TYPESCRIPT(
                "clients/typescript/src/types.ts",
                "clients/typescript/src/operations.ts",
                Pattern.compile("export interface (\\w+) (\\{\n(?:  .*\n)+)}"),
                Pattern.compile("\n  (\\w+)(\\??): ")),
        PYTHON(
                "clients/python/src/belfry/types.py",
                "clients/python/src/belfry/client.py",
                Pattern.compile("class (\\w+)\\((TypedDict.*\n(?:(?:    .*)?\n)+)"),
                Pattern.compile("\n    (\\w+): (NotRequired)?"));

        final String types;
        final String operations;
        final Pattern type;
        final Pattern field;

        Language(String types, String operations, Pattern type, Pattern field) {
            this.types = types;
            this.operations = operations;
            this.type = type;
            this.field = field;
        }

        /** Whether a field may be missing, by its name. */
        Map<String, Boolean> fields(String text) {
            boolean anyMayBeMissing = text.startsWith("TypedDict, total=False");
            var found = new TreeMap<String, Boolean>();
            field.matcher(text)
                    .results()
                    .forEach(
                            it -> {
                                var mark = it.group(2);
                                boolean marked = mark != null && !mark.isEmpty();
                                found.put(it.group(1), anyMayBeMissing || marked);
                            });
            return found;
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyOperationThatIsCalledIsOneOfTheApi(Language language) {
        var called = OPERATION.matcher(Repository.text(language.operations)).results().toList();
        assertThat(called).hasSizeGreaterThan(10);
        assertThat(called)
                .allSatisfy(
                        it ->
                                assertThat(
                                                api.path("paths")
                                                        .path(it.group(3))
                                                        .path(it.group(2).toLowerCase(Locale.ROOT))
                                                        .path("operationId")
                                                        .asText())
                                        .isEqualTo(it.group(1)));
    }

    @ParameterizedTest
    @EnumSource
    void everyFieldOfATypeIsInTheSchemaOfThisName(Language language) {
        var types = language.type.matcher(Repository.text(language.types)).results().toList();
        assertThat(types).hasSizeGreaterThan(10);
        for (var type : types) {
            var schema = api.at("/components/schemas/" + type.group(1));
            assertThat(schema.isMissingNode()).as(type.group(1)).isFalse();
            var fields = language.fields(type.group(2));
            assertThat(fields).as(type.group(1)).isNotEmpty();
            assertThat(properties(schema)).as(type.group(1)).containsAll(fields.keySet());
            assertThat(required(schema))
                    .as(type.group(1))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(fields.keySet().toArray(String[]::new))
                                    .filter(it -> !fields.get(it))
                                    .toList());
        }
    }

    @Test
    void theLanguagesHaveTheSameOperations() {
        var lists =
                Stream.of(Language.values())
                        .map(
                                it ->
                                        OPERATION
                                                .matcher(Repository.text(it.operations))
                                                .results()
                                                .map(found -> found.group(1))
                                                .sorted()
                                                .toList())
                        .distinct();
        assertThat(lists).hasSize(1);
    }

    private Stream<String> properties(JsonNode schema) {
        return Stream.concat(
                schema.path("properties").propertyStream().map(Map.Entry::getKey),
                base(schema).flatMap(this::properties));
    }

    private static Stream<String> required(JsonNode schema) {
        return schema.path("required").valueStream().map(JsonNode::asText);
    }

    /** What it is made from, by reference. */
    private Stream<JsonNode> base(JsonNode schema) {
        return schema.path("allOf")
                .valueStream()
                .map(it -> api.at(it.path("$ref").asText("").substring(1)));
    }
}
