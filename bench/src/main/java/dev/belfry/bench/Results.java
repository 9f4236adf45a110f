package dev.belfry.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a run as they go to a file, beside what they were measured on. */
final class Results {
    static final Path FOLDER = Path.of("bench", "results");

    private final Map<String, Object> values = new LinkedHashMap<>();

    Results() {
        values.put("processors", Runtime.getRuntime().availableProcessors());
        values.put("java", Runtime.version().toString());
        values.put("heapLimitMebibytes", Memory.heapLimitMebibytes());
    }

    void add(String name, Object value) {
        values.put(name, value);
    }

    void write(String benchmark) throws IOException {
        write(FOLDER, benchmark);
    }

    void write(Path folder, String benchmark) throws IOException {
        Files.createDirectories(folder);
        var file = folder.resolve(benchmark + ".json");
        JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValue(file.toFile(), values);
        System.out.println("Written to " + file);
    }
}
