package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The archive of {@code make dist}, unpacked, on a machine that has no Java. Confined to one
 * thread.
 */
final class Distribution {
    /** Where the root's build puts the archive, seen from this module. */
    private static final Path ARCHIVES = Path.of("..", "..", "target");

    private static final long LONGEST_RUN_SECONDS = 60;

    private final Path home;
    private final Path tools;
    private final Path work;

    private Distribution(Path home, Path tools, Path work) {
        this.home = home;
        this.tools = tools;
        this.work = work;
    }

    /** A command that has ended. */
    record Result(int code, String out, String err) {}

    static Distribution unpack(Path folder) throws IOException, InterruptedException {
        var target = Files.createDirectories(folder.resolve("with a blank"));
        var tar = List.of("tar", "-xzf", archive().toString(), "-C", target.toString());
        assertThat(new ProcessBuilder(tar).inheritIO().start().waitFor()).isZero();
        var tools = Files.createDirectories(folder.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("readlink"), Path.of("/usr/bin/readlink"));
        var work = Files.createDirectories(folder.resolve("some where"));
        try (var folders = Files.list(target)) {
            return new Distribution(folders.findFirst().orElseThrow(), tools, work);
        }
    }

    private static Path archive() throws IOException {
        return madeByDist(".tar.gz");
    }

    /** The list of what is in the archive, which lies beside it. */
    static Path contents() throws IOException {
        try (var files = Files.newDirectoryStream(ARCHIVES, "belfry-*.cdx.json")) {
            return only(files);
        }
    }

    /** What {@code make dist} has made for a machine like this one. */
    static Path madeByDist(String ending) throws IOException {
        var name = "belfry-*-" + Script.run("platform") + ending;
        try (var files = Files.newDirectoryStream(ARCHIVES, name)) {
            return only(files);
        }
    }

    private static Path only(Iterable<Path> files) {
        var found = new ArrayList<Path>();
        files.forEach(found::add);
        assertThat(found).as("'make dist' makes them, run it first").hasSize(1);
        return found.getFirst().toAbsolutePath();
    }

    Path home() {
        return home;
    }

    /** The folder in which commands are called. */
    Path work() {
        return work;
    }

    /** The launcher, behind two links of which one is relative. */
    private Path linkedLauncher() throws IOException {
        var near = tools.resolve("belfry-near");
        var far = work.resolve("belfry-far");
        if (!Files.exists(far)) {
            Files.createSymbolicLink(near, home.resolve("belfry"));
            Files.createSymbolicLink(far, work.relativize(near));
        }
        return far;
    }

    /** Starts a command through the links; what it says goes to the log. */
    Process start(Path log, String... arguments) throws IOException {
        return builder(linkedLauncher(), Map.of(), List.of(arguments))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    Result run(Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        return run(home.resolve("belfry"), variables, arguments);
    }

    Result run(Path launcher, Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        var out = Files.createTempFile(work, "out", "");
        var err = Files.createTempFile(work, "err", "");
        var process =
                builder(launcher, variables, List.of(arguments))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends", List.of(arguments))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private ProcessBuilder builder(
            Path launcher, Map<String, String> variables, List<String> arguments) {
        var command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).directory(work.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(variables);
        return builder;
    }
}
