package dev.belfry.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** The server's REST API as the command line uses it. Thread-safe. */
final class ServerCalls {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** Longer than the server takes to say that it does not know. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final URI server;
    private final HttpClient client;

    ServerCalls(URI server) {
        this.server = server;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .build();
    }

    /** One segment of a path, or one value of a query. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    ApiAnswer get(String path) {
        return send("GET", path, "", Map.of());
    }

    ApiAnswer post(String path, String body) {
        return send("POST", path, body, Map.of());
    }

    /** Sends a request; an answer that is not a success becomes a failure that explains it. */
    ApiAnswer send(String method, String path, String body, Map<String, String> headers) {
        return sendAnyway(method, path, body, headers).orFail();
    }

    private ApiAnswer sendAnyway(
            String method, String path, String body, Map<String, String> headers) {
        var request =
                HttpRequest.newBuilder(URI.create(server + "/api/v1" + path))
                        .timeout(TIMEOUT)
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        return exchange(request.build());
    }

    private ApiAnswer exchange(HttpRequest request) {
        try {
            var response = client.send(request, BodyHandlers.ofString());
            return new ApiAnswer(response.statusCode(), response.headers(), response.body());
        } catch (ConnectException _) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    ("no Belfry answers at %s: start one with './belfry serve', or say where it is"
                                    + " with --url or BELFRY_URL")
                            .formatted(server));
        } catch (HttpTimeoutException _) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s did not answer in time%s".formatted(server, doubt(request)));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "no complete answer from %s (%s)%s".formatted(server, e, doubt(request)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.OTHER, "interrupted" + doubt(request));
        }
    }

    private static String doubt(HttpRequest request) {
        return request.method().equals("GET") ? "" : "; the change may or may not have been made";
    }
}
