package dev.belfry.server;

import dev.belfry.http.transport.Certificates;
import dev.belfry.operate.config.ClusterConfig;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.config.WatchedFiles;
import dev.belfry.operate.config.WatchedFiles.Look;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates and secrets in files, which operators change while the server runs. A new one that
 * is of no use leaves the former in force, and is told of until it is mended. Thread-safe.
 */
final class Reloads {
    private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);

    private final Map<String, String> refused = new ConcurrentHashMap<>();
    private final Optional<WatchedFiles<Certificates>> clients;
    private final Optional<WatchedFiles<Certificates>> peers;
    private final Optional<WatchedFiles<List<String>>> secrets;
    private final List<String> givenSecrets;
    private volatile Consumer<Certificates> clientsChanged = _ -> {};
    private volatile Consumer<Certificates> peersChanged = _ -> {};

    /** Reads them for the first time. */
    Reloads(Configuration configuration, Vertx vertx) {
        this.clients = certificates("http.tls", configuration.http().tls().files(), vertx);
        this.peers = certificates("cluster.tls", configuration.cluster().tls().files(), vertx);
        var secret = configuration.cluster().secret();
        this.secrets =
                secret.flatMap(Secret::file)
                        .map(it -> WatchedFiles.open("cluster.secret", List.of(it), Reloads::read));
        this.givenSecrets = secret.map(Secret::words).orElse(List.of());
    }

    private static List<String> read(List<byte[]> contents) {
        var secret = new Secret(new String(contents.getFirst(), StandardCharsets.UTF_8));
        ClusterConfig.checkSecrets(secret);
        return secret.words();
    }

    private static Optional<WatchedFiles<Certificates>> certificates(
            String key, List<Path> files, Vertx vertx) {
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(WatchedFiles.open(key, files, it -> Certificates.parse(vertx, it)));
    }

    Optional<Certificates> forClients() {
        return clients.map(WatchedFiles::value);
    }

    Optional<Certificates> forPeers() {
        return peers.map(WatchedFiles::value);
    }

    /** Those that other nodes may sign with; this one signs with the first. */
    List<String> clusterSecrets() {
        return secrets.map(WatchedFiles::value).orElse(givenSecrets);
    }

    void whenChanged(Consumer<Certificates> forClients, Consumer<Certificates> forPeers) {
        clientsChanged = forClients;
        peersChanged = forPeers;
    }

    /** Looks at all of them; blocks. */
    void look() {
        clients.ifPresent(it -> look(it, "http.tls", clientsChanged));
        peers.ifPresent(it -> look(it, "cluster.tls", peersChanged));
        secrets.ifPresent(it -> look(it, "cluster.secret", _ -> {}));
    }

    private <T> void look(WatchedFiles<T> files, String key, Consumer<T> changed) {
        switch (files.look()) {
            case Look.Same<T>() -> refused.remove(key);
            case Look.Unfinished<T>() -> {}
            case Look.Changed<T>(var value) -> {
                changed.accept(value);
                refused.remove(key);
                LOG.atInfo().addKeyValue("setting", key).log("files were read again");
            }
            case Look.Refused<T>(var why) -> refused(key, why);
        }
    }

    private void refused(String key, String why) {
        if (!why.equals(refused.put(key, why))) {
            LOG.atError()
                    .addKeyValue("setting", key)
                    .addKeyValue("why", why)
                    .log("new files are not used; the former stay in force");
        }
    }

    /** Which files are not used at present, and why. */
    Optional<String> failure() {
        return refused.entrySet().stream()
                .map(
                        it ->
                                "the new files of %s are not used: %s"
                                        .formatted(it.getKey(), it.getValue()))
                .findFirst();
    }
}
