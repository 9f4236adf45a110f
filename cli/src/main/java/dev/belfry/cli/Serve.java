package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.StoreException;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.KubernetesVariables;
import dev.belfry.operate.config.VisibleSecrets;
import dev.belfry.server.BelfryServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the server until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Run the server.",
            "Settings come from the file, then BELFRY_ variables, then these options.",
            "Data lies in ./data unless told otherwise. All settings: docs/configuration.md."
        },
        footer = {
            "%nExamples:",
            "  belfry serve --port 9090 --data-dir /var/lib/belfry",
            "  belfry serve --set groups.orders.shards=medium --set log.format=json"
        })
final class Serve implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

    private final Terminal terminal;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The YAML file; else BELFRY_CONFIG, else ./belfry.yaml if it is there.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The same as --set http.port=PORT.")
    private Optional<String> port = Optional.empty();

    @Option(
            names = "--data-dir",
            paramLabel = "FOLDER",
            description = "The same as --set data.dir=FOLDER.")
    private Optional<String> dataDir = Optional.empty();

    @Option(
            names = "--store-url",
            paramLabel = "URL",
            description = "The same as --set store.url=URL; without a password.")
    private Optional<String> storeUrl = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Any setting, by its path; may be repeated.%nSecrets are not taken: set BELFRY_..._FILE.")
    private Map<String, String> settings = new LinkedHashMap<>();

    Serve(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var configuration = configuration();
        var server = new BelfryServer(configuration);
        var ended = new CompletableFuture<ExitCode>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, ended), "stop"));
        start(server);
        note(configuration);
        terminal.err().println("Belfry listens on " + server.url() + "; Ctrl-C stops it.");
        var code = untilEnded(server.failure(), ended);
        server.close();
        return code.number();
    }

    /** What an operator should know of the start; before it there is no log. */
    void note(Configuration configuration) {
        configuration
                .insecurity()
                .ifPresent(it -> terminal.err().println("belfry: INSECURE: " + it));
        var foreign = KubernetesVariables.in(terminal.environment());
        if (!foreign.isEmpty()) {
            LOG.atDebug()
                    .addKeyValue("variables", foreign)
                    .log("variables of Kubernetes are no settings");
        }
    }

    /** A server that only a restart can help ends, so that whoever watches it starts it again. */
    ExitCode untilEnded(CompletableFuture<String> failure, CompletableFuture<ExitCode> ended) {
        var _ =
                failure.thenAccept(
                        reason -> {
                            terminal.err().println("belfry: the server stops: " + reason);
                            ended.complete(ExitCode.UNAVAILABLE);
                        });
        return ended.join();
    }

    private static void stop(BelfryServer server, CompletableFuture<ExitCode> ended) {
        server.close();
        ended.complete(ExitCode.OK);
    }

    private static void start(BelfryServer server) {
        try {
            server.start();
        } catch (ConfigurationException | InvalidValueException e) {
            throw refused(e);
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "the store can not be used: " + e.getMessage());
        }
    }

    private Configuration configuration() {
        try {
            var environment = terminal.environment();
            var file = Configuration.file(config, environment, terminal.folder());
            var flags = flags();
            VisibleSecrets.refuse(flags);
            return Configuration.load(file, environment, flags);
        } catch (ConfigurationException | InvalidValueException e) {
            throw refused(e);
        }
    }

    private static CommandFailure refused(RuntimeException e) {
        return new CommandFailure(ExitCode.REFUSED, String.valueOf(e.getMessage()));
    }

    private Map<String, String> flags() {
        var flags = new LinkedHashMap<>(settings);
        port.ifPresent(it -> flags.put("http.port", it));
        dataDir.ifPresent(it -> flags.put("data.dir", it));
        storeUrl.ifPresent(it -> flags.put("store.url", it));
        return flags;
    }
}
