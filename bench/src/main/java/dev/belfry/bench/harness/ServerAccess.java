package dev.belfry.bench.harness;

import io.vertx.core.net.NetClientOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a server is spoken to.
 *
 * @param authorization what every request says in the field of this name
 * @param trust with which it is spoken to over TLS
 */
public record ServerAccess(Optional<String> authorization, Optional<SSLContext> trust) {
    public static final ServerAccess OPEN = new ServerAccess(Optional.empty(), Optional.empty());

    public URI address(int port) {
        return URI.create((trust.isPresent() ? "https" : "http") + "://127.0.0.1:" + port);
    }

    public HttpClient client() {
        var builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        trust.ifPresent(builder::sslContext);
        return builder.build();
    }

    public HttpRequest.Builder request(URI address) {
        var request = HttpRequest.newBuilder(address);
        authorization.ifPresent(it -> request.header("Authorization", it));
        return request;
    }

    /** Whose certificate it is costs a client nothing that a server would feel. */
    NetClientOptions connecting() {
        return trust.isEmpty()
                ? new NetClientOptions()
                : new NetClientOptions()
                        .setSsl(true)
                        .setTrustAll(true)
                        .setHostnameVerificationAlgorithm("");
    }

    /** A line of its own in the head of a request, or nothing. */
    String field() {
        return authorization.map(it -> "authorization: %s\r\n".formatted(it)).orElse("");
    }
}
