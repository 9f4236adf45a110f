package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.text.FileRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checker as a program. */
class CheckHistoryTest {
    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aCleanHistoryEndsWithZero() throws IOException {
        var story = Story.of("create=201 @due w1#1=done");
        assertThat(run(write("a", story.history().events()))).isZero();
        assertThat(printed()).contains("violations 0");
    }

    @Test
    void aViolationEndsWithOneAndIsShown() throws IOException {
        var story = Story.of("create=201 end(60000)");
        assertThat(run(write("a", story.history().events()))).isEqualTo(1);
        assertThat(printed()).contains("Lost default/t").contains("> quiesced");
    }

    @Test
    void theFilesOfSeveralRecordersAreOneHistory() throws IOException {
        var events = Story.of("create=201 @due w1#1=done end(60000)").history().events();
        var receiver = write("receiver", events.subList(2, 4));
        var client =
                write(
                        "client",
                        Stream.concat(events.subList(0, 2).stream(), events.subList(4, 5).stream())
                                .toList());
        assertThat(run(receiver)).isEqualTo(1);
        assertThat(run(receiver, client)).isZero();
    }

    @Test
    void aLineThatWasCutOffAtTheEndIsLeftOut() throws IOException {
        var story = Story.of("create=201");
        var file = write("a", story.history().events());
        Files.writeString(file, "start\treceiv", java.nio.file.StandardOpenOption.APPEND);
        assertThat(run(file)).isZero();
    }

    @Test
    void aLineThatWasCutOffBeforeTheEndIsRefused() throws IOException {
        var file = folder.resolve("a");
        Files.writeString(file, "start\treceiv\nquiesced\t2026-01-01T00:00:00Z\ttrue\t.\n");
        assertThat(run(file)).isEqualTo(2);
        assertThat(printed()).contains("can not be read");
    }

    @Test
    void noFileIsAMistake() {
        assertThat(run()).isEqualTo(2);
        assertThat(run(folder.resolve("missing"))).isEqualTo(2);
    }

    private Path write(String name, List<Event> events) throws IOException {
        var file = folder.resolve(name);
        try (var recorder = FileRecorder.open(file)) {
            events.forEach(recorder::record);
        }
        return file;
    }

    private int run(Path... files) {
        var arguments = Stream.of(files).map(Path::toString).toList();
        return CheckHistory.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
