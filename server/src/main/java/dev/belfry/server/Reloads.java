package dev.belfry.server;

import dev.belfry.http.transport.Certificates;
import dev.belfry.operate.access.KeyFile;
import dev.belfry.operate.access.Keyring;
import dev.belfry.operate.config.AuthConfig;
import dev.belfry.operate.config.CallbackConfig;
import dev.belfry.operate.config.ClusterConfig;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import dev.belfry.operate.config.Secret;
import dev.belfry.operate.config.SigningKeys;
import dev.belfry.operate.config.WatchedFiles;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.secret.SecretsFile;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificates, keys and secrets in files, which operators change while the server runs. They are
 * looked at by a thread that does nothing else, so that nothing slow delays the end of a key that
 * was revoked. Thread-safe.
 */
final class Reloads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);

    /** A key that was revoked ends within twice this. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final List<WatchedFiles<?>> all = new ArrayList<>();
    private final Optional<WatchedFiles<Certificates>> clients;
    private final Optional<WatchedFiles<Certificates>> peers;
    private final Supplier<List<String>> clusterSecrets;
    private final Supplier<CallbackSecrets> callbackSecrets;
    private final Optional<Supplier<Keyring>> keys;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofVirtual().name("belfry-files").factory());

    /** Reads them for the first time. */
    Reloads(Configuration configuration, Vertx vertx, InstantSource clock) {
        this.clients = certificates("http.tls", configuration.http().tls().files(), vertx);
        this.peers = certificates("cluster.tls", configuration.cluster().tls().files(), vertx);
        this.clusterSecrets = clusterSecrets(configuration.cluster());
        this.callbackSecrets = callbackSecrets(configuration.callback());
        this.keys = keys(configuration.auth(), clock);
    }

    private <T> WatchedFiles<T> watch(
            String key, List<Path> files, Function<List<byte[]>, T> reader) {
        var watched = WatchedFiles.open(key, files, reader);
        all.add(watched);
        return watched;
    }

    private Optional<WatchedFiles<Certificates>> certificates(
            String key, List<Path> files, Vertx vertx) {
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(watch(key, files, it -> Certificates.parse(vertx, it)));
    }

    private Supplier<List<String>> clusterSecrets(ClusterConfig config) {
        var given = config.secret().map(Secret::words).orElse(List.of());
        return config.secret()
                .flatMap(Secret::file)
                .<Supplier<List<String>>>map(
                        it -> watch("cluster.secret", List.of(it), Reloads::secretWords))
                .orElse(() -> given);
    }

    private static List<String> secretWords(List<byte[]> contents) {
        var secret = new Secret(new String(contents.getFirst(), StandardCharsets.UTF_8));
        ClusterConfig.checkSecrets(secret);
        return secret.words();
    }

    private Supplier<CallbackSecrets> callbackSecrets(CallbackConfig config) {
        var given = config.signingKeys().map(it -> SigningKeys.parse(it.value()));
        var reader = new SecretsFile(given.orElse(SigningKeys.NONE));
        var otherwise = CallbackSecrets.of(given.orElse(SigningKeys.NONE));
        return config.secrets()
                .<Supplier<CallbackSecrets>>map(
                        it ->
                                watch(
                                        SecretsFile.KEY,
                                        List.of(it),
                                        bytes -> reader.parse(bytes.getFirst())))
                .orElse(() -> otherwise);
    }

    private Optional<Supplier<Keyring>> keys(AuthConfig config, InstantSource clock) {
        return config.keys()
                .map(
                        path -> {
                            requireThere(path);
                            var file = new KeyFile(path, clock);
                            return watch(
                                    "auth.keys",
                                    List.of(path),
                                    bytes -> file.keyring(bytes.getFirst()));
                        });
    }

    private static void requireThere(Path keys) {
        if (Files.notExists(keys)) {
            throw new ConfigurationException(
                    "auth.keys: there is no %s; 'belfry key create --file %s' makes it"
                            .formatted(keys, keys));
        }
    }

    Optional<Certificates> forClients() {
        return clients.map(WatchedFiles::get);
    }

    Optional<Certificates> forPeers() {
        return peers.map(WatchedFiles::get);
    }

    /** Those that other nodes may sign with; this one signs with the first. */
    List<String> clusterSecrets() {
        return clusterSecrets.get();
    }

    /** The secrets of callbacks as they are at the moment. */
    Supplier<CallbackSecrets> callbackSecrets() {
        return callbackSecrets;
    }

    /** The keys of callers as they are at the moment, if there are to be any. */
    Optional<Supplier<Keyring>> keys() {
        return keys;
    }

    /** Begins to look, and tells of new certificates. */
    void start(Consumer<Certificates> forClients, Consumer<Certificates> forPeers) {
        clients.ifPresent(it -> it.whenChanged(forClients));
        peers.ifPresent(it -> it.whenChanged(forPeers));
        long millis = BETWEEN_LOOKS.toMillis();
        var _ = looks.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            all.forEach(WatchedFiles::look);
        } catch (RuntimeException e) {
            // Whatever it was, the next look must come.
            LOG.atError().setCause(e).log("files could not be looked at");
        }
    }

    /** Why what some settings name is not what holds. */
    Supplier<Optional<String>> failureOf(String... settings) {
        return () ->
                all.stream()
                        .filter(it -> List.of(settings).contains(it.key()))
                        .flatMap(it -> it.failure().stream())
                        .findFirst();
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
