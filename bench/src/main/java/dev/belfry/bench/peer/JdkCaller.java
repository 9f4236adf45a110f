package dev.belfry.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** The client of the JDK, which most users of a library would take. */
record JdkCaller(HttpClient client, URI receiver) implements Caller {
    static JdkCaller to(String receiver) {
        return new JdkCaller(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                URI.create(receiver));
    }

    @Override
    public void post(String body) {
        var request =
                HttpRequest.newBuilder(receiver)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
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
}
