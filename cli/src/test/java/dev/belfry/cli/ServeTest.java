package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belfry.operate.config.Configuration;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Servers that do not start, and what is said about those that do. */
class ServeTest {
    @TempDir private Path folder;

    private Shell.Result serve(String... settings) {
        var arguments = new ArrayList<>(List.of("serve", "--data-dir", data().toString()));
        for (var setting : settings) {
            arguments.add("--set");
            arguments.add(setting);
        }
        return new Shell("http://unused").run(arguments.toArray(String[]::new));
    }

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void aPortInUseEndsItWithOneLineBeforeTheStoreIsTouched() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var result = serve("http.port=" + taken.getLocalPort());
            assertThat(result.err())
                    .isEqualTo(
                            "belfry: can not listen on 127.0.0.1:%d: the port is in use; choose"
                                            .formatted(taken.getLocalPort())
                                    + " another one (http.port, BELFRY_HTTP_PORT or --port)\n");
            assertThat(result.code()).isEqualTo(4);
            assertThat(result.out()).isEmpty();
            assertThat(Files.exists(data())).isFalse();
        }
    }

    @Test
    void anAddressThatIsNotOfThisMachineEndsItToo() {
        var result = serve("http.host=192.0.2.1", "http.insecure=true", "http.port=0");
        assertThat(result.err())
                .isEqualTo(
                        "belfry: can not listen on 192.0.2.1:0: http.host is not an address of this"
                                + " machine\n");
        assertThat(result.code()).isEqualTo(4);
    }

    @Test
    void aConfigurationIsCheckedWithoutStartingAnything() {
        var shell = new Shell("http://unused");
        var data = "data.dir=" + data();
        var good = shell.run("config", "check", "--set", data, "--set", "http.port=9090");
        assertThat(good.code()).as(good.err()).isZero();
        assertThat(good.out())
                .contains("http.port", "9090", "the configuration is good")
                .doesNotContain("engine.permitPatience");
        var bad = shell.run("config", "check", "--set", "http.prot=1");
        assertThat(bad.code()).isEqualTo(4);
        assertThat(bad.err()).contains("http.prot", "http.port");
        assertThat(Files.exists(data())).isFalse();
    }

    @Test
    void aBadSettingEndsItWithOneLine() {
        var result =
                new Shell("http://unused")
                        .environment(Map.of("BELFRY_CALLBACK_SIGNING_KEYS", "hunter2"))
                        .run("serve", "--data-dir", data().toString());
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err())
                .hasLineCount(1)
                .contains("callback.signingKeys")
                .doesNotContain("hunter2");
        assertThat(Files.exists(data())).isFalse();
    }

    /** Else they would stand in the list of processes, which everybody on the machine sees. */
    @Test
    void secretsAreNotTakenFromTheCommandLine() {
        for (var result :
                List.of(
                        serve("cluster.secret=hunter2hunter2hunter2"),
                        serve("store.url=jdbc:postgresql://db/x?password=hunter2"),
                        new Shell("http://unused")
                                .run("serve", "--store-url", "mongodb://u:hunter2@db/x"))) {
            assertThat(result.code()).isEqualTo(4);
            assertThat(result.err())
                    .hasLineCount(1)
                    .contains("is secret", "_FILE")
                    .doesNotContain("hunter2");
        }
        assertThat(Files.exists(data())).isFalse();
    }

    @Test
    void aServerThatOthersReachUnguardedDoesNotStartUnlessThatWasChosen() {
        var result = serve("http.host=0.0.0.0");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err())
                .hasLineCount(1)
                .contains("http.host is 0.0.0.0", "auth.keys", "http.tls", "http.insecure");
        assertThat(Files.exists(data())).isFalse();
    }

    @Test
    void whatWasChosenIsSaid() {
        var open = Map.of("http.host", "0.0.0.0", "http.insecure", "true");
        assertThat(said(open))
                .isEqualTo(
                        "belfry: INSECURE: there is no authentication, so that whoever reaches it"
                                + " can do everything\n");
        assertThat(said(Map.of("http.host", "localhost", "http.insecure", "true"))).isEmpty();
        assertThat(said(Map.of())).isEmpty();
    }

    private static String said(Map<String, String> settings) {
        var shell = new Shell("http://unused");
        new Serve(shell.terminal()).note(Configuration.load(Optional.empty(), Map.of(), settings));
        return shell.err();
    }

    @Test
    void variablesOfKubernetesAreNotedForThoseWhoLookClosely() {
        assertThat(notes(Map.of(), Map.of("BELFRY_SERVICE_HOST", "10.0.0.1")))
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.getLevel()).isEqualTo(Level.DEBUG);
                            assertThat(it.getKeyValuePairs().toString())
                                    .contains("BELFRY_SERVICE_HOST");
                        });
    }

    private List<ILoggingEvent> notes(
            Map<String, String> settings, Map<String, String> environment) {
        var logger = (Logger) LoggerFactory.getLogger(Serve.class);
        var events = new ListAppender<ILoggingEvent>();
        var level = logger.getLevel();
        events.start();
        logger.addAppender(events);
        logger.setLevel(Level.DEBUG);
        try {
            var terminal = new Shell("http://unused").environment(environment).terminal();
            new Serve(terminal).note(Configuration.load(Optional.empty(), Map.of(), settings));
        } finally {
            logger.setLevel(level);
            logger.detachAppender(events);
        }
        return events.list;
    }
}
