package dev.belfry.bench.peers;

import dev.belfry.bench.harness.BareClient;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The ways of posting a body to the receiver and of waiting until it was taken, each made once: its
 * connections stay. Confined to a thread.
 */
final class Callers {
    private static final int LEAN_CONNECTIONS = 200;

    private final String receiver;
    private final Map<String, Consumer<String>> made = new HashMap<>();

    Callers(String receiver) {
        this.receiver = receiver;
    }

    Consumer<String> called(String name) {
        return made.computeIfAbsent(name, this::make);
    }

    private Consumer<String> make(String name) {
        return switch (name) {
            case "jdk" -> jdk();
            case "lean" -> lean();
            case "none" -> _ -> {};
            default -> throw new IllegalArgumentException("no client " + name);
        };
    }

    /** The client of the JDK, which most users of a library would take. */
    private Consumer<String> jdk() {
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var request =
                HttpRequest.newBuilder(URI.create(receiver))
                        .header("content-type", "application/json");
        return body -> send(client, request.copy().POST(BodyPublishers.ofString(body)).build());
    }

    private static void send(HttpClient client, HttpRequest request) {
        try {
            int status = client.send(request, BodyHandlers.discarding()).statusCode();
            if (status != 204) {
                throw new IOException("status " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The client that Belfry uses, with a thread that waits for each answer. */
    private Consumer<String> lean() {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var client = BareClient.to(receiver, vertx, LEAN_CONNECTIONS);
        return body ->
                client.post(Buffer.buffer(body)).toCompletionStage().toCompletableFuture().join();
    }
}
