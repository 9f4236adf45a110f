package dev.belfry.check.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** YAML files that users deploy, read strictly: a key that is there twice is a failure. */
final class Manifests {
    private static final ObjectMapper YAML =
            new ObjectMapper(
                    YAMLFactory.builder()
                            .enable(
                                    com.fasterxml.jackson.core.StreamReadFeature
                                            .STRICT_DUPLICATE_DETECTION)
                            .build());

    private Manifests() {}

    static JsonNode read(Path file) throws IOException {
        var documents = readAll(file);
        if (documents.size() != 1) {
            throw new IOException(file + " has " + documents.size() + " documents");
        }
        return documents.getFirst();
    }

    static List<JsonNode> readAll(Path file) throws IOException {
        var documents = new ArrayList<JsonNode>();
        try (YAMLParser parser = ((YAMLFactory) YAML.getFactory()).createParser(file.toFile());
                var values = YAML.readValues(parser, JsonNode.class)) {
            values.forEachRemaining(documents::add);
        }
        return documents;
    }
}
