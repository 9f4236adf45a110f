package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.config.Configuration;
import dev.belfry.server.BelfryServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports of one server, imported into another. */
class ExportCommandTest {
    private static final int MANY = 5_000;

    @TempDir private Path folder;

    private BelfryServer source;
    private BelfryServer target;
    private Shell from;
    private Shell to;
    private Path file;
    private Shell.Result last = new Shell.Result(0, "", "");

    @BeforeEach
    void start() throws Exception {
        source = server("source");
        target = server("target");
        from = new Shell("http://localhost:" + source.port());
        to = new Shell("http://localhost:" + target.port());
        file = folder.resolve("all.ndjson");
        run(from, "group", "create", "orders", "--shards", "3", "--retention", "2h");
        assertThat(run(from, "timer", "create", "--file", timers().toString())).isZero();
        run(from, "group", "pause", "orders");
    }

    private BelfryServer server(String name) throws Exception {
        return server(name, Map.of());
    }

    private BelfryServer server(String name, Map<String, String> more) throws Exception {
        var settings = new HashMap<>(more);
        settings.put("http.port", "0");
        settings.put("data.dir", folder.resolve(name).toString());
        var started =
                new BelfryServer(
                        Configuration.load(
                                Optional.of(Path.of("src/dist/belfry.yaml")), Map.of(), settings));
        started.start();
        return started;
    }

    private int run(Shell shell, String... words) {
        last = shell.run(words);
        return last.code();
    }

    private Path timers() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < MANY; i++) {
            lines.append(
                    "{\"timerId\":\"t%d\",\"groupId\":\"orders\",\"executeAt\":\"2031-01-01T00:00:00Z\",\"callbackUrl\":\"http://a.example/\",\"headers\":{\"X-Key\":\"k%d\"}}%n"
                            .formatted(i, i));
        }
        return Files.writeString(folder.resolve("timers.jsonl"), lines);
    }

    @AfterEach
    void stop() {
        source.close();
        target.close();
    }

    private List<String> timersIn(Path exported) throws IOException {
        try (var lines = Files.lines(exported)) {
            return lines.filter(it -> it.startsWith("{\"state\"")).distinct().sorted().toList();
        }
    }

    private void export(Shell shell, Path output, String... more) {
        var words = new ArrayList<>(List.of("export", "--with-secrets"));
        words.addAll(List.of("--output", output.toString()));
        words.addAll(List.of(more));
        assertThat(run(shell, words.toArray(String[]::new))).as(last.err()).isZero();
    }

    @Test
    void allGroupsComeBackOnAnotherServerAndASecondImportChangesNothing() throws Exception {
        export(from, file);
        assertThat(timersIn(file)).hasSize(MANY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        assertThat(run(to, "import", file.toString(), "--dry-run")).isZero();
        assertThat(last.err()).contains("group orders would be made");
        assertThat(run(to, "group", "show", "orders")).isEqualTo(2);

        assertThat(run(to, "import", file.toString())).as(last.err()).isZero();
        assertThat(last.out()).contains(MANY + " created, 0 replaced");
        assertThat(last.err())
                .contains("group orders is made", "group orders is paused, as it was");
        assertThat(run(to, "group", "list")).isZero();
        assertThat(last.out()).containsPattern("orders +3 .*2h.*paused when exported");

        assertThat(run(to, "import", file.toString(), "--on-conflict", "fail")).isZero();
        assertThat(last.out()).contains("0 created, 0 replaced");

        var copy = folder.resolve("copy.ndjson");
        export(to, copy);
        assertThat(timersIn(copy)).isEqualTo(timersIn(file));
    }

    @Test
    void anInterruptedExportGoesOnWhereItWas() throws Exception {
        export(from, file, "orders");
        var whole = Files.readString(file);
        int page = whole.indexOf("{\"next\"");
        Files.writeString(file, whole.substring(0, whole.indexOf('\n', page) + 1_000));

        assertThat(run(from, "export", "orders", "--with-secrets", "--output", file.toString()))
                .isEqualTo(3);
        export(from, file, "orders", "--resume");

        assertThat(timersIn(file)).hasSize(MANY);
        assertThat(Files.readString(file)).endsWith("{\"end\":{\"groupId\":\"orders\"}}\n");
        var done = Files.readString(file);
        export(from, file, "orders", "--resume");
        assertThat(Files.readString(file)).isEqualTo(done);
    }

    @Test
    void whatIsInTheWayIsKeptReplacedOrEndsTheImport() throws Exception {
        export(from, file, "orders");
        run(to, "group", "create", "orders");
        run(
                to,
                "timer",
                "create",
                "t7",
                "-g",
                "orders",
                "--in",
                "1000d",
                "--callback",
                "http://b.example/");

        assertThat(run(to, "import", file.toString(), "--on-conflict", "fail")).isEqualTo(3);
        assertThat(last.err()).contains("TIMER_EXISTS", "go on with --from ");
        assertThat(run(to, "import", file.toString())).isZero();
        assertThat(last.out()).containsPattern("[12] others kept, 0 refused");
        assertThat(last.err()).contains("group orders was there; its settings stay");
        assertThat(run(to, "import", file.toString(), "--on-conflict", "replace")).isZero();
        assertThat(last.out()).contains("0 created, 1 replaced, ", "0 others kept");
        assertThat(run(to, "timer", "get", "t7", "-g", "orders")).isZero();
        assertThat(last.out()).contains("http://a.example/");
    }

    @Test
    void onlyAnExportIsGoneOnWith() throws Exception {
        var other = "{\"timerId\":\"t\"}\n{\"next\":{\"groupId\":\"orders\",\"cursor\":\"c\"}}\n";
        Files.writeString(file, other);

        assertThat(run(from, "export", "--resume", "--output", file.toString())).isEqualTo(4);
        assertThat(last.err()).contains("is no export");
        assertThat(Files.readString(file)).isEqualTo(other);

        Files.writeString(file, "{\"exp");
        export(from, file, "orders", "--resume");
        assertThat(timersIn(file)).hasSize(MANY);
    }

    @Test
    void whatAServerRefusesByItsRulesIsNoOtherTimerThatIsKept() throws Exception {
        export(from, file, "orders");
        var begin = Files.readString(file).lines().limit(3).toList();
        Files.writeString(file, String.join("\n", begin) + "\n");
        var text = Files.readString(file);
        try (var deleting = new FakeServer()) {
            deleting.on("PUT /api/v1/groups/orders", 201, "{}")
                    .on("POST /api/v1/groups/orders/pause", 200, "{}")
                    .on(
                            "POST /api/v1/timers/import?replace=false",
                            200,
                            """
                            {"results":[{"status":409,"problem":{"status":409,"title":"t",\
                            "code":"GROUP_DELETING","detail":"d"}}]}""");

            var shell = new Shell(deleting.url());
            assertThat(run(shell, "import", file.toString())).as(last.err()).isEqualTo(3);
            assertThat(last.out()).contains("0 others kept, 1 refused");
            assertThat(last.err()).contains("line 3: d (GROUP_DELETING)");

            int behind = text.indexOf('\n', text.indexOf("{\"group\"")) + 1;
            run(shell, "import", file.toString(), "--from", "" + behind);
            assertThat(last.err()).contains("line 3: d (GROUP_DELETING)");
        }
    }

    @Test
    void aServerThatTakesLessAtATimeGetsLess() throws Exception {
        export(from, file, "orders");
        try (var small = server("small", Map.of("limits.batchTimers", "100"))) {
            var shell = new Shell("http://localhost:" + small.port());

            assertThat(run(shell, "import", file.toString())).as(last.err()).isZero();
            assertThat(last.out()).contains(MANY + " created");
        }
    }

    @Test
    void aFileThatIsNoExportIsRefusedByItsLine() throws Exception {
        Files.writeString(file, "{\"export\":{\"format\":2}}\n");
        assertThat(run(to, "import", file.toString())).isEqualTo(4);
        assertThat(last.err()).contains("the file has format 2; this version reads 1");

        Files.writeString(file, "\n{\"timerId\": 7}\n");
        assertThat(run(to, "import", file.toString())).isEqualTo(4);
        assertThat(last.err()).contains("line 2:", "INVALID_INPUT, field timerId");
    }
}
