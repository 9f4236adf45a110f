package dev.belfry.check.simulation.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Classes with an edit or two, compiled beside the real ones, to be put before them. */
public final class Variant {
    private Variant() {}

    /** Compiles the edited sources with all that this process has. */
    public static void compile(Sabotage sabotage, Path folder) throws IOException {
        var classPath = System.getProperty("java.class.path").split(File.pathSeparator);
        compile(sabotage, folder, Stream.of(classPath).map(Path::of).toList());
    }

    /**
     * Compiles the edited sources.
     *
     * @param classPath what they need
     */
    public static void compile(Sabotage sabotage, Path folder, List<Path> classPath)
            throws IOException {
        var files = new ArrayList<String>();
        for (var source : sources(sabotage).entrySet()) {
            var file = folder.resolve(Path.of(source.getKey()).getFileName());
            Files.writeString(file, source.getValue());
            files.add(file.toString());
        }
        var needed =
                classPath.stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        var options = Stream.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", needed);
        var arguments = Stream.concat(options, files.stream()).toArray(String[]::new);
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
            throw new IllegalStateException(sabotage + " does not compile");
        }
    }

    private static Map<String, String> sources(Sabotage sabotage) throws IOException {
        var sources = new LinkedHashMap<String, String>();
        for (var edit : sabotage.edits()) {
            var text = sources.get(edit.file());
            if (text == null) {
                text = Files.readString(root().resolve(edit.file()));
            }
            sources.put(edit.file(), edited(text, edit));
        }
        return sources;
    }

    private static String edited(String text, Sabotage.Edit edit) {
        int at = text.indexOf(edit.find());
        if (at < 0 || text.indexOf(edit.find(), at + 1) >= 0) {
            throw new IllegalStateException(
                    "%s is not once in %s".formatted(edit.find(), edit.file()));
        }
        return text.replace(edit.find(), edit.replace());
    }

    /** Tests run in the folder of their module, and other programs anywhere below the root. */
    private static Path root() {
        var here = Path.of("").toAbsolutePath();
        return Stream.iterate(here, Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("node/src/main/java")))
                .findFirst()
                .orElseThrow();
    }
}
