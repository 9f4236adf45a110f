package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of docs/client.md are those that run here. */
class ExampleTest {
    /** More than a page of an export, and than a batch. */
    private static final int MANY = 2_500;

    private static final String INDENT = " ".repeat(8);

    private static void example(String server, String callbackUrl) {
        // first steps
        var belfry = BelfryClient.of(server);

        var timer =
                NewTimer.after("reminder-42", Duration.ofHours(1), callbackUrl)
                        .payload("{\"orderId\": 42}");
        belfry.create(timer);

        var sooner = TimerChanges.empty().executeAt(Instant.now());
        try {
            belfry.patch("default", "reminder-42", sooner);
        } catch (BelfryException.NotFound tooLate) {
            System.out.println("It has fired, or was deleted.");
        } catch (BelfryException.OutcomeUnknown nobodyKnows) {
            System.out.println(belfry.get("default", "reminder-42"));
        }
        // end of first steps
    }

    private static void exportAndImport(BelfryClient belfry, BelfryClient other) {
        // export and import
        other.putGroup("tenant-7", GroupSettings.usual().shards(4));
        var cursor = Optional.<String>empty();
        do {
            var page =
                    cursor.isEmpty()
                            ? belfry.export("tenant-7", ExportContents.whole())
                            : belfry.export("tenant-7", ExportContents.whole(), cursor.get());
            for (var outcome : other.importLines(page.timers(), ImportMode.KEEP)) {
                if (outcome instanceof Answers.Refused refused) {
                    System.out.println(refused.problem().detail());
                }
            }
            cursor = page.nextCursor();
        } while (cursor.isPresent());
        // end of export and import
    }

    @Test
    void theExampleOfThePageRuns() throws Exception {
        try (var server = ServerUnderTest.start();
                var receiver = Receiver.answering(204, "")) {
            example("http://127.0.0.1:" + server.port(), receiver.url());
            assertThat(new String(receiver.next(), StandardCharsets.UTF_8))
                    .contains("\"payload\":{\"orderId\": 42}");
        }
    }

    @Test
    void allTimersOfAGroupComeToTheOtherServerAlsoIfItTakesFewAtATime() {
        try (var source = ServerUnderTest.start();
                var target = ServerUnderTest.start(Map.of("limits.batchTimers", "300"))) {
            var belfry = BelfryClient.of("http://127.0.0.1:" + source.port());
            var other = BelfryClient.of("http://127.0.0.1:" + target.port());
            belfry.putGroup("tenant-7", GroupSettings.usual().shards(1));
            belfry.batch(IntStream.range(0, MANY).mapToObj(ExampleTest::timer).toList());

            exportAndImport(belfry, other);

            assertThat(other.group("tenant-7").flatMap(TimerGroup::holds))
                    .hasValueSatisfying(it -> assertThat(it.pending()).isEqualTo(MANY));
        }
    }

    private static NewTimer timer(int number) {
        return NewTimer.after("t" + number, Duration.ofDays(1), "http://a.example/")
                .group("tenant-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"first steps", "export and import"})
    void thePageShowsTheExampleThatRuns(String name) throws IOException {
        var begin = "// %s\n".formatted(name);
        var end = "// end of %s\n".formatted(name);
        var source = Files.readString(Path.of("src/test/java/dev/belfry/client/ExampleTest.java"));
        var shown =
                source.substring(
                                source.indexOf(begin) + begin.length(),
                                source.indexOf(INDENT + end))
                        .lines()
                        .map(line -> line.startsWith(INDENT) ? line.substring(8) : line)
                        .collect(Collectors.joining("\n"));
        assertThat(Files.readString(Path.of("../docs/client.md"))).contains(shown);
    }
}
