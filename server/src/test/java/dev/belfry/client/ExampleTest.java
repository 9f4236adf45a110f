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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of docs/client.md is the one that runs here. */
class ExampleTest {
    private static final String INDENT = " ".repeat(8);

    private static void example(String server, String callbackUrl) {
        // example
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
        // end of the example
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
    void thePageShowsTheExampleThatRuns() throws IOException {
        var source = Files.readString(Path.of("src/test/java/dev/belfry/client/ExampleTest.java"));
        var shown =
                source.substring(
                                source.indexOf("// example\n") + "// example\n".length(),
                                source.indexOf(INDENT + "// end of the example\n"))
                        .lines()
                        .map(line -> line.startsWith(INDENT) ? line.substring(8) : line)
                        .collect(Collectors.joining("\n"));
        assertThat(Files.readString(Path.of("../docs/client.md"))).contains(shown);
    }
}
