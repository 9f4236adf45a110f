package dev.belfry.check.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of a server that wants to know who looks at it. */
@Tag("system")
class ConsoleSignInTest {
    private static final String READER = "bf_" + "r".repeat(40);
    private static final String ADMIN = "bf_" + "a".repeat(40);

    private static int port;
    private static ServerProcess server;
    private static Chromium chromium;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        var keys = folder.resolve("keys.yaml");
        Files.writeString(
                keys, "keys:\n" + key("reader", READER, "read") + key("boss", ADMIN, "admin"));
        port = ServerProcess.freePort();
        server =
                ServerProcess.start(
                        folder, Map.of("http.port", "" + port, "auth.keys", keys.toString()));
        server.awaitReady(HttpClient.newHttpClient());
        chromium = Chromium.launch();
    }

    private static String key(String name, String text, String role) throws Exception {
        var digest =
                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return """
               - name: %s
                 sha256: "%s"
                 role: %s
                 groups: ['*']
                 created: "2026-01-01T00:00:00Z"
               """
                .formatted(name, HexFormat.of().formatHex(digest), role);
    }

    @AfterAll
    static void stop() {
        chromium.close();
        server.stop();
    }

    private static Visitor visitor() {
        return chromium.visitor("http://127.0.0.1:" + port);
    }

    /** The same server, told to listen to other machines without TLS. */
    @Test
    void aServerThatIsInsecureSaysSoInEveryView(@TempDir Path folder) throws Exception {
        int open = ServerProcess.freePort();
        var insecure =
                ServerProcess.start(
                        folder,
                        Map.of(
                                "http.port", "" + open,
                                "http.host", "0.0.0.0",
                                "http.insecure", "true"));
        insecure.awaitReady(HttpClient.newHttpClient());
        try (var visitor = chromium.visitor("http://127.0.0.1:" + open)) {
            for (var view : List.of("/", "/groups", "/health-view")) {
                visitor.open(view);
                visitor.sees("INSECURE: other machines reach this server without a lock");
            }
        } finally {
            insecure.stop();
        }
        try (var visitor = visitor()) {
            visitor.open("/");
            signIn(visitor, ADMIN);
            visitor.awaits("() => document.querySelector('[data-state=open]')");
            assertThat(visitor.page().content()).doesNotContain("INSECURE");
        }
    }

    private static void signIn(Visitor visitor, String key) {
        visitor.label("API key").fill(key);
        visitor.button("Sign in").click();
    }

    @Test
    void aReaderSignsInIsOfferedNothingThatChangesAndSignsOut() {
        try (var visitor = visitor()) {
            visitor.open("/timers?group=default");
            signIn(visitor, "bf_wrong");
            visitor.sees("This is no key of this server");
            signIn(visitor, READER);
            visitor.sees("reader · read");
            visitor.awaits("() => document.querySelector('[data-state=open]')");
            assertThat(visitor.link("New timer").count()).isZero();
            visitor.open("/timers?group=default&prefix=a");
            visitor.sees("No scheduled timer matches the filter");
            assertThat(visitor.button("Delete all").count()).isZero();
            visitor.open("/groups");
            visitor.sees("default");
            assertThat(visitor.button("Pause default").count()).isZero();
            visitor.button("Sign out").click();
            visitor.sees(visitor.label("API key"));
        }
    }

    @Test
    void anAdminIsOfferedEverythingAndStaysSignedInOverAReload() {
        try (var visitor = visitor()) {
            visitor.open("/groups");
            signIn(visitor, ADMIN);
            visitor.sees(visitor.button("Pause default"));
            visitor.open("/timers?group=default");
            visitor.sees("boss · admin");
            visitor.sees(visitor.link("New timer"));
            visitor.open("/timers?group=default&prefix=a");
            visitor.sees(visitor.button("Delete all"));
            assertThat((String) visitor.page().evaluate("document.cookie")).isEmpty();
            assertThat((String) visitor.page().evaluate("JSON.stringify(localStorage)"))
                    .doesNotContain("bf_");
        }
    }
}
