package dev.belfry.operate.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    void whatHasChangedIsTakenAndToldOnce() throws IOException {
        var files = open();
        var told = new ArrayList<String>();
        files.whenChanged(told::add);
        files.look();
        Files.writeString(one, "b");
        files.look();
        assertThat(files.get()).as("half").isEqualTo("a");
        assertThat(files.failure()).as("half").isEmpty();
        Files.writeString(other, "b");
        files.look();
        files.look();
        assertThat(files.get()).isEqualTo("b");
        assertThat(told).containsExactly("b");
    }

    @Test
    void whatStaysOfNoUseIsToldAndTheFormerHolds() throws IOException {
        var files = open();
        Files.writeString(one, "b");
        files.look();
        files.look();
        assertThat(files.failure())
                .hasValue("the new files of some.key are not used: files differ");
        Files.delete(one);
        files.look();
        assertThat(files.failure())
                .hasValueSatisfying(it -> assertThat(it).contains("can not be read"));
        assertThat(files.get()).isEqualTo("a");
        Files.createSymbolicLink(one, Files.writeString(folder.resolve("elsewhere"), "b"));
        Files.writeString(other, "b");
        files.look();
        assertThat(files.get()).isEqualTo("b");
        assertThat(files.failure()).isEmpty();
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
