package dev.belfry.cli;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.StoreException;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.KubernetesVariables;
import dev.belfry.server.BelfryServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin private SettingOptions settings;

    Serve(Terminal terminal) {
        this.terminal = terminal;
        this.settings = new SettingOptions(terminal);
    }

    @Override
    public Integer call() {
        var configuration = settings.configuration();
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
            throw CommandFailure.refused(e);
        } catch (StoreException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "the store can not be used: " + e.getMessage());
        }
    }
}
