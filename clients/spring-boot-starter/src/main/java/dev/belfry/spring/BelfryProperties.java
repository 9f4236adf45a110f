package dev.belfry.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application says of Belfry in its configuration.
 *
 * @param url Addresses of some servers of the cluster; the others are found.
 * @param key API key that says who the application is.
 * @param keyFile File with the API key, read before each request so that it can change.
 * @param patience How long a call is tried again in all.
 * @param requestTimeout How long one request waits for its answer.
 * @param sendToAnyServer Whether calls go to any of the addresses, as behind a load balancer, and
 *     not to the server that owns the timer.
 * @param callback Callbacks that methods with @TimerHandler take.
 */
@ConfigurationProperties("belfry")
public record BelfryProperties(
        @DefaultValue("http://localhost:8080") List<String> url,
        @Nullable String key,
        @Nullable Path keyFile,
        @DefaultValue("30s") Duration patience,
        @DefaultValue("15s") Duration requestTimeout,
        @DefaultValue("false") boolean sendToAnyServer,
        @DefaultValue Callback callback) {
    public BelfryProperties {
        if (key != null && keyFile != null) {
            throw new IllegalArgumentException("belfry.key and belfry.key-file are both set");
        }
    }

    /**
     * How callbacks are taken.
     *
     * @param signingKeys Keys that the server signs callbacks with (whsec_...); while keys change,
     *     the old and the new one.
     * @param tolerance How far the time of a callback may be from now, so that old ones can not be
     *     sent again.
     * @param maxBody The largest body that is read, before anybody knows who sent it; more than the
     *     largest payload of the server (limits.payload).
     */
    public record Callback(
            @DefaultValue List<String> signingKeys,
            @DefaultValue("5m") Duration tolerance,
            @DefaultValue("1MB") DataSize maxBody) {}
}
