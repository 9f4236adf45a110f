package dev.belfry.server;

import dev.belfry.core.InvalidValueException;
import dev.belfry.http.auth.Authentication;
import dev.belfry.http.auth.JwtTokens;
import dev.belfry.http.auth.Sessions;
import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.AuditLog;
import dev.belfry.operate.access.Keyring;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.config.ConfigurationException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The wiring of what clients are known by, and of the record of what they do. Confined to the
 * server that runs it.
 */
final class CallerWiring implements AutoCloseable {
    private final Authentication authentication;
    private final Optional<AuditLog> audit;
    private final ExecutorService tokens = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param keys as they are at the moment
     * @param clusterSecrets that nodes know each other by; they may change
     */
    CallerWiring(
            Configuration configuration,
            String node,
            InstantSource clock,
            Optional<Supplier<Keyring>> keys,
            Supplier<List<String>> clusterSecrets) {
        this.audit = configuration.audit().log().map(path -> new AuditLog(path, node, clock));
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

    void start() {
        try {
            audit.ifPresent(AuditLog::start);
        } catch (InvalidValueException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        tokens.shutdownNow();
        audit.ifPresent(AuditLog::close);
    }
}
