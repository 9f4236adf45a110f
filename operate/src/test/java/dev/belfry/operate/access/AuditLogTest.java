package dev.belfry.operate.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));
    private static final Caller BILLING = new Caller("billing", Role.WRITE, GroupScope.ALL);

    @TempDir private Path folder;

    private Path path() {
        return folder.resolve("audit.log");
    }

    private AuditLog log() {
        return new AuditLog(path(), "node-1", CLOCK);
    }

    private static AuditEntry entry(Caller caller, int status, int timers) {
        var subject = new AuditEntry.Subject("own", Optional.of("t\n\""), Optional.empty());
        return new AuditEntry(
                caller,
                "127.0.0.1",
                "request-1",
                "POST /api/v1/timers",
                status,
                new LinkedHashMap<>(),
                Collections.nCopies(timers, subject));
    }

    private List<JsonNode> lines() throws IOException {
        var lines = new ArrayList<JsonNode>();
        for (var line : Files.readAllLines(path())) {
            lines.add(new JsonMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void eachEntryIsALine() throws IOException {
        try (var log = log()) {
            log.start();
            log.record(entry(BILLING, 201, 1));
            log.record(entry(BILLING, 200, 2));
        }
        assertThat(Files.readAllLines(path()).getFirst())
                .isEqualTo(
                        "{\"at\":\"2030-01-01T00:00:00Z\",\"node\":\"node-1\",\"caller\":\"billing\","
                                + "\"role\":\"write\",\"from\":\"127.0.0.1\",\"requestId\":\"request-1\",\"action\":\"POST"
                                + " /api/v1/timers\",\"status\":201,\"groupId\":\"own\","
                                + "\"timerId\":\"t\\n\\\"\"}");
        assertThat(lines().getLast().path("timers")).hasSize(2);
    }

    /** The device is always full; what waited is written once it is a file. */
    @Test
    void whileTheDiskIsFullEntriesWaitAndWhatHasNoRoomIsCounted() throws IOException {
        Files.createSymbolicLink(path(), Path.of("/dev/full"));
        try (var log = log()) {
            log.start();
            int fitting = AuditLog.MOST_WAITING / 1_000;
            for (int i = 0; i < fitting + 7; i++) {
                log.record(entry(BILLING, 200, 999));
            }
            while (log.failure().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(log.failure().get()).contains("No space left");
            Files.delete(path());
        }
        var lines = lines();
        assertThat(lines.stream().mapToLong(it -> it.path("lost").asLong()).sum()).isEqualTo(7);
        assertThat(lines.stream().filter(it -> it.has("caller"))).hasSize(100);
    }

    @Test
    void strangersCanNotFillIt() throws IOException {
        try (var log = log()) {
            log.start();
            for (int i = 0; i < 1_000; i++) {
                log.record(entry(Caller.NOBODY, 401, 0));
            }
            log.record(entry(BILLING, 201, 1));
        }
        var lines = lines();
        assertThat(lines.stream().filter(it -> it.path("status").asInt() == 401))
                .hasSize(AuditLog.STRANGERS_EACH_SECOND);
        assertThat(lines.stream().mapToLong(it -> it.path("lost").asLong()).sum())
                .isEqualTo(1_000 - AuditLog.STRANGERS_EACH_SECOND);
        assertThat(lines.stream().filter(it -> it.path("status").asInt() == 201)).hasSize(1);
    }

    @Test
    void aFileThatWasRenamedIsMadeAnew() throws IOException {
        try (var log = log()) {
            log.start();
            Files.move(path(), folder.resolve("audit.log.1"));
            log.record(entry(BILLING, 201, 1));
        }
        assertThat(lines()).hasSize(1);
    }

    @Test
    void aFileThatCanNotBeWrittenFailsTheStart() {
        var log = new AuditLog(folder, "node-1", CLOCK);
        assertThatThrownBy(log::start).hasMessageContaining("audit.log can not be written");
    }
}
