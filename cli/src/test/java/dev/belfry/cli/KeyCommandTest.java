package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.config.Configuration;
import dev.belfry.server.BelfryServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCommandTest {
    @TempDir private Path folder;

    private final Shell shell = new Shell("http://localhost:1");

    private String file() {
        return folder.resolve("keys.yaml").toString();
    }

    private Shell.Result create(String name, String role, String groups, String... more) {
        shell.environment(Map.of("BELFRY_AUTH_KEYS", file()));
        var words = new String[8 + more.length];
        System.arraycopy(
                new String[] {"key", "create", "--name", name, "--role", role, "--groups", groups},
                0,
                words,
                0,
                8);
        System.arraycopy(more, 0, words, 8, more.length);
        return shell.run(words);
    }

    @Test
    void aKeyIsShownOnceListedAndRevoked() throws Exception {
        var made = create("billing", "write", "billing*,default", "--expires", "90d");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(made.out()).matches("bf_[0-9A-Za-z]{40}\n");
        var id = made.err().replaceAll("(?s).*id is ([0-9a-f]{8}).*", "$1");
        var listed = shell.run("key", "list").out();
        assertThat(listed).contains(id, "billing", "write", "billing*,default", "in 90d");
        assertThat(listed + Files.readString(Path.of(file()))).doesNotContain(made.out().strip());
        assertThat(shell.run("key", "revoke", "00000000").code()).isEqualTo(2);
        assertThat(shell.run("key", "revoke", id).code()).isZero();
        assertThat(shell.run("key", "list").out().lines()).hasSize(1);
    }

    @Test
    void whatCanNotBeAKeyIsRefused() {
        assertThat(create("a", "boss", "*").code()).isEqualTo(1);
        assertThat(create("a", "read", "Ä").code()).isEqualTo(4);
        assertThat(create("a", "read", "*", "--expires", "soon").code()).isEqualTo(1);
        shell.environment(Map.of());
        assertThat(shell.run("key", "list").err()).contains("--file or BELFRY_AUTH_KEYS");
    }

    @Test
    void commandsFindTheKeyAndSayWhatToDoWithoutOne() throws Exception {
        var key = create("reader", "read", "default").out().strip();
        var keyFile = Files.writeString(folder.resolve("key"), key + "\n").toString();
        try (var server = new BelfryServer(configuration())) {
            server.start();
            var remote = new Shell("http://localhost:" + server.port());
            var refused = remote.run("group", "list");
            assertThat(refused.code()).isEqualTo(4);
            assertThat(refused.err())
                    .contains("UNAUTHENTICATED", "BELFRY_KEY", "belfry key create");
            assertThat(remote.run("group", "list", "--key-file", keyFile).code()).isZero();
            remote.environment(Map.of("BELFRY_KEY_FILE", keyFile));
            assertThat(remote.run("group", "list").code()).isZero();
            remote.environment(Map.of("BELFRY_KEY", key));
            assertThat(remote.run("group", "list").out()).contains("default");
            var forbidden = remote.run("group", "pause", "default");
            assertThat(forbidden.code()).isEqualTo(4);
            assertThat(forbidden.err()).contains("needs the role operate", "belfry key list");
        }
    }

    private Configuration configuration() {
        return Configuration.load(
                Optional.empty(),
                Map.of("BELFRY_AUTH_KEYS", file(), "BELFRY_KEY", "not a setting"),
                Map.of("http.port", "0", "data.dir", folder.resolve("data").toString()));
    }
}
