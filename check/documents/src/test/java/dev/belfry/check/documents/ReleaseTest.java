package dev.belfry.check.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ends of {@code make release}, on a copy of what they change. */
class ReleaseTest {
    private static final String FIRST = "0.1.0";
    private static final String TYPESCRIPT = "clients/typescript/package.json";
    private static final String PYTHON = "clients/python/pyproject.toml";

    @TempDir private Path copy;

    @BeforeEach
    void copyWhatAReleaseChanges() throws Exception {
        var files = new ArrayList<>(Repository.files("pom.xml"));
        for (var name :
                List.of(
                        "CHANGELOG.md",
                        "UPGRADING.md",
                        "scripts/release",
                        "scripts/version",
                        TYPESCRIPT,
                        PYTHON)) {
            files.add(Repository.ROOT.resolve(name));
        }
        for (var file : files) {
            var target = copy.resolve(Repository.ROOT.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
        run("git", "init", "-q");
        run("git", "config", "user.email", "somebody@example.com");
        run("git", "config", "user.name", "Somebody");
        run("git", "add", "-A");
        run("git", "commit", "-qm", "Before");
    }

    @Test
    void aReleaseHasItsVersionEverywhereATagAndAClosedChangelog() throws Exception {
        run("scripts/release", "prepare", FIRST);
        assertThat(run("git", "grep", "-l", "SNAPSHOT", "--", "*pom.xml")).isEmpty();
        assertThat(Files.readString(copy.resolve("CHANGELOG.md")))
                .containsPattern("## Unreleased\n\n## 0\\.1\\.0 - 20[0-9]{2}-");

        assertThat(Files.readString(copy.resolve(TYPESCRIPT))).contains("\"version\": \"0.1.0\"");
        assertThat(Files.readString(copy.resolve(PYTHON))).contains("\nversion = \"0.1.0\"\n");

        run("scripts/release", "finish", FIRST);
        assertThat(Files.readString(copy.resolve(TYPESCRIPT))).contains("\"0.1.1-SNAPSHOT\"");
        assertThat(Files.readString(copy.resolve(PYTHON))).contains("\"0.1.1.dev0\"");
        assertThat(run("git", "log", "-1", "--format=%s", "v" + FIRST))
                .isEqualTo("Release 0.1.0\n");
        assertThat(run("scripts/version")).isEqualTo("0.1.1-SNAPSHOT\n");
        assertThat(run("git", "status", "--porcelain")).isEmpty();
    }

    @Test
    void whatIsNoVersionOrHasNoWordOnUpgradingIsRefused() throws Exception {
        assertThat(run("scripts/release", "prepare", "1.0")).contains("VERSION=1.2.3");
        assertThat(run("scripts/release", "prepare", "77.0.0")).contains("no section 'To 77.0.0'");
        Files.writeString(copy.resolve("pom.xml"), "", StandardCharsets.UTF_8);
        assertThat(run("scripts/release", "prepare", FIRST)).contains("not committed");
    }

    private String run(String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(copy.toFile());
        if (command[0].startsWith("scripts/")) {
            builder.command().set(0, copy.resolve(command[0]).toString());
        }
        var process = builder.redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
