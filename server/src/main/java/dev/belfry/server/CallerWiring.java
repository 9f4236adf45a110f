package dev.belfry.server;

import dev.belfry.core.InvalidValueException;
import dev.belfry.http.auth.Authentication;
import dev.belfry.http.auth.JwtTokens;
import dev.belfry.http.auth.Sessions;
import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.AuditLog;
import dev.belfry.operate.access.KeyFile;
import dev.belfry.operate.access.WatchedKeys;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The wiring of what clients are known by, and of the record of what they do. Confined to the
 * server that runs it.
 */
final class CallerWiring implements AutoCloseable {
    /** A key that was revoked ends within this. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Optional<WatchedKeys> keys;
    private final Authentication authentication;
    private final Optional<AuditLog> audit;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofVirtual().name("belfry-keys").factory());

    private final ExecutorService tokens = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param clusterSecrets that nodes know each other by; they may change
     */
    CallerWiring(
            Configuration configuration,
            String node,
            InstantSource clock,
            Supplier<List<String>> clusterSecrets) {
        this.audit = configuration.audit().log().map(path -> new AuditLog(path, node, clock));
        this.keys =
                configuration
                        .auth()
                        .keys()
                        .map(path -> new WatchedKeys(new KeyFile(path, clock), clock));
        this.authentication =
                new Authentication(
                        keys,
                        configuration
                                .auth()
                                .issuer()
                                .map(_ -> new JwtTokens(configuration.auth(), clock, tokens)),
                        sessions(clusterSecrets, clock));
    }

    /** Nodes of one secret know each other's sessions; without one they end with the node. */
    private static Sessions sessions(Supplier<List<String>> shared, InstantSource clock) {
        var own = List.of(ApiKey.newText(new SecureRandom()));
        return new Sessions(() -> shared.get().isEmpty() ? own : shared.get(), clock);
    }

    Authentication authentication() {
        return authentication;
    }

    Optional<AuditLog> audit() {
        return audit;
    }

    Optional<String> auditFailure() {
        return audit.flatMap(AuditLog::failure);
    }

    /** Why the keys are not those of the file. */
    Optional<String> failure() {
        return keys.flatMap(WatchedKeys::failure)
                .map(why -> "the file of API keys can not be used: " + why);
    }

    void start() {
        try {
            audit.ifPresent(AuditLog::start);
            keys.ifPresent(this::watch);
        } catch (InvalidValueException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    private void watch(WatchedKeys watched) {
        watched.open();
        long millis = BETWEEN_LOOKS.toMillis();
        var _ = looks.scheduleWithFixedDelay(watched::look, millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        looks.shutdownNow();
        tokens.shutdownNow();
        audit.ifPresent(AuditLog::close);
    }
}
