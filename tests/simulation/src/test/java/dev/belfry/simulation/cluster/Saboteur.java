package dev.belfry.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Timer;
import dev.belfry.engine.Engine;
import dev.belfry.history.History;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Compiles a broken variant beside the real one and runs simulations of it. */
final class Saboteur {
    private static final Path ROOT = Path.of("..", "..");

    private final Path folder;

    Saboteur(Path folder) {
        this.folder = folder;
    }

    /** The first seed in which the sabotage is noticed; zero if none of so many is enough. */
    long caughtBy(Sabotage sabotage, int seeds) throws Exception {
        compile(sources(sabotage));
        try (var variant = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
            var simulation = variant.loadClass(Simulation.class.getName());
            var run = simulation.getMethod("run", long.class, boolean.class);
            for (long seed = 1; seed <= seeds; seed++) {
                if (isCaught(run.invoke(null, seed, false))) {
                    return seed;
                }
            }
            return 0;
        } catch (InvocationTargetException thrown) {
            return assertIsNoticed(thrown);
        }
    }

    /** A broken invariant that stops a loop is noticed as well. */
    private static long assertIsNoticed(InvocationTargetException thrown) {
        assertThat(thrown.getCause()).isInstanceOf(RuntimeException.class);
        return 1;
    }

    private static boolean isCaught(Object result) throws ReflectiveOperationException {
        return !(boolean) result.getClass().getMethod("isClean").invoke(result);
    }

    private Map<String, String> sources(Sabotage sabotage) throws IOException {
        var sources = new LinkedHashMap<String, String>();
        for (var edit : sabotage.edits()) {
            var text = sources.containsKey(edit.file()) ? sources.get(edit.file()) : read(edit);
            assertThat(text.split(Pattern.quote(edit.find()), -1))
                    .as("%s is in %s once", edit.find(), edit.file())
                    .hasSize(2);
            sources.put(edit.file(), text.replace(edit.find(), edit.replace()));
        }
        return sources;
    }

    private static String read(Sabotage.Edit edit) throws IOException {
        return Files.readString(ROOT.resolve(edit.file()));
    }

    private void compile(Map<String, String> sources) throws IOException {
        var files = new ArrayList<String>();
        for (var source : sources.entrySet()) {
            var file = folder.resolve(Path.of(source.getKey()).getFileName());
            Files.writeString(file, source.getValue());
            files.add(file.toString());
        }
        var options =
                Stream.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", classPath());
        var arguments = Stream.concat(options, files.stream()).toArray(String[]::new);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    }

    private static String classPath() {
        return places().map(Path::toString).collect(Collectors.joining(":"));
    }

    private static Stream<Path> places() {
        return Stream.of(
                        Timer.class,
                        Engine.class,
                        History.class,
                        Simulation.class,
                        NullMarked.class)
                .map(Saboteur::placeOf);
    }

    private static Path placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private URL[] urls() {
        return Stream.concat(Stream.of(folder), places()).map(Saboteur::url).toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
