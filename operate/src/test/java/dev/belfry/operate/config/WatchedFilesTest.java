package dev.belfry.operate.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.Checks;
import dev.belfry.operate.config.WatchedFiles.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFilesTest {
    @TempDir private Path folder;

    private Path one;
    private Path other;

    @BeforeEach
    void write() throws IOException {
        one = Files.writeString(folder.resolve("one"), "a");
        other = Files.writeString(folder.resolve("other"), "a");
    }

    /** Two files that belong together must say the same. */
    private static String read(List<byte[]> contents) {
        var text = new String(contents.getFirst(), UTF_8);
        Checks.require(text.equals(new String(contents.getLast(), UTF_8)), "files", "differ");
        return text;
    }

    private WatchedFiles<String> open() {
        return WatchedFiles.open("some.key", List.of(one, other), WatchedFilesTest::read);
    }

    @Test
    void whatHasChangedIsTakenOnce() throws IOException {
        var files = open();
        assertThat(files.look()).isEqualTo(new Look.Same<>());
        Files.writeString(one, "b");
        assertThat(files.look()).as("half").isEqualTo(new Look.Unfinished<>());
        Files.writeString(other, "b");
        assertThat(files.look()).isEqualTo(new Look.Changed<>("b"));
        assertThat(files.look()).isEqualTo(new Look.Same<>());
        assertThat(files.value()).isEqualTo("b");
    }

    @Test
    void whatStaysOfNoUseIsToldAndTheFormerHolds() throws IOException {
        var files = open();
        Files.writeString(one, "b");
        files.look();
        assertThat(files.look()).isEqualTo(new Look.Refused<>("files differ"));
        Files.delete(one);
        assertThat(files.look()).isInstanceOf(Look.Refused.class);
        assertThat(files.value()).isEqualTo("a");
        Files.writeString(one, "a");
        assertThat(files.look()).isEqualTo(new Look.Same<>());
    }

    @Test
    void withoutTheFirstThereIsNoStart() throws IOException {
        Files.writeString(one, "b");
        assertThatThrownBy(this::open)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("some.key: files differ");
        Files.delete(one);
        assertThatThrownBy(this::open).hasMessageStartingWith("some.key: can not be read");
    }
}
