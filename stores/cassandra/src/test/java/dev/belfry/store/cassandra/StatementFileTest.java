package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every statement, whole, in a file to read and to search. */
class StatementFileTest {
    private static final Pattern STATEMENT =
            Pattern.compile("(SELECT|INSERT|UPDATE|DELETE) .*", Pattern.DOTALL);
    private static final Path CLASSES =
            Path.of("target", "classes", "dev", "belfry", "store", "cassandra");

    /** Written anew with -Dbelfry.statements.write=true. */
    @Test
    void theFileSaysWhatIsSent() throws Exception {
        var file = Path.of("src", "test", "resources", "statements", "cassandra.cql");
        if (Boolean.getBoolean("belfry.statements.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text());
        }
        assertThat(Files.readString(file))
                .as("run the test with -Dbelfry.statements.write=true to write the file anew")
                .isEqualTo(text());
    }

    private static String text() throws Exception {
        return statements().entrySet().stream()
                .map(it -> "-- %s\n%s;\n".formatted(it.getKey(), it.getValue().strip()))
                .collect(
                        Collectors.joining(
                                "\n",
                                "-- All statements on Cassandra, by the constant that words them.\n\n",
                                ""));
    }

    /** The constants of all classes, so that a new one can not be forgotten. */
    private static Map<String, String> statements() throws Exception {
        var statements = new TreeMap<String, String>();
        for (var name : classNames()) {
            var type = Class.forName("dev.belfry.store.cassandra." + name);
            for (var field : type.getDeclaredFields()) {
                if (field.getType() == String.class && Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    var text = (String) field.get(null);
                    if (STATEMENT.matcher(text).matches()) {
                        statements.put(name + "." + field.getName(), text);
                    }
                }
            }
        }
        return statements;
    }

    private static Iterable<String> classNames() throws IOException {
        try (var files = Files.list(CLASSES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .map(name -> name.replace(".class", ""))
                    .filter(name -> !name.equals("package-info"))
                    .toList();
        }
    }
}
