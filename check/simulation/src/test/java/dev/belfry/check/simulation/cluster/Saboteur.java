package dev.belfry.check.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.EventHistory;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.drive.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Compiles a broken variant beside the real one and runs simulations of it. */
final class Saboteur {
    private final Path folder;

    Saboteur(Path folder) {
        this.folder = folder;
    }

    /** The first seed in which the sabotage is noticed; zero if none is enough. */
    long caughtBy(Sabotage sabotage, LongStream seeds) throws Exception {
        Variant.compile(sabotage, folder, places().toList());
        try (var variant = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
            var simulation = variant.loadClass(Simulation.class.getName());
            var run = simulation.getMethod("run", long.class, boolean.class);
            for (long seed : (Iterable<Long>) seeds::iterator) {
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

    private static Stream<Path> places() {
        return Stream.of(
                        Timer.class,
                        Engine.class,
                        EventHistory.class,
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
