package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.belfry.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attacks on one real server with little memory, one after the other. Each is refused; all the
 * while timers of others are made, taken, and arrive.
 */
@Tag("system")
class AttacksTest {
    private static final List<Attack> ATTACKS =
            Stream.of(
                            AccessAttacks.all(),
                            TenantAttacks.all(),
                            FunctionAttacks.all(),
                            SessionAttacks.all(),
                            ForgeryAttacks.all(),
                            SmugglingAttacks.all(),
                            InputAttacks.all(),
                            ExhaustionAttacks.all(),
                            ReceiverAttacks.all())
                    .flatMap(List::stream)
                    .toList();

    private static AttackedServer server;
    private static PunctualTimers punctual;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = new AttackedServer(folder);
        punctual = new PunctualTimers(server);
    }

    @TestFactory
    @Timeout(600)
    Stream<DynamicTest> eachIsRefusedAndHarmsNobody() {
        return ATTACKS.stream().map(it -> dynamicTest(it.title(), () -> carryOut(it)));
    }

    private static void carryOut(Attack attack) throws Exception {
        int before = punctual.arrivals();
        attack.act().against(server);
        server.requireAlive();
        punctual.requireGoingOn(before);
    }

    @AfterAll
    static void afterwards() throws Exception {
        try {
            Eventually.holds("connections are given back", AttacksTest::isQuiet);
            punctual.requireAllArrived();
            System.out.printf("%d MiB resident at the end%n", server.residentBytes() >> 20);
        } finally {
            punctual.stop();
            server.close();
        }
    }

    private static boolean isQuiet() {
        try {
            return server.openFilesMore() < 50;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each attack is in the page under its name, and none that is not tried. */
    @Test
    void thePageListsThem() throws IOException {
        var listed = new TreeSet<String>();
        for (var line : Files.readAllLines(Path.of("..", "..", "docs", "security.md"))) {
            if (line.startsWith("| API") && line.contains("`AttacksTest`")) {
                listed.add(line.split(" \\| ", -1)[1]);
            }
        }
        assertThat(listed).isEqualTo(new TreeSet<>(ATTACKS.stream().map(Attack::name).toList()));
        assertThat(ATTACKS).hasSizeGreaterThan(100);
    }
}
