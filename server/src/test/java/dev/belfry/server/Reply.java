package dev.belfry.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An answer of the server, for tests to look into. */
public final class Reply {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpResponse<byte[]> response;

    Reply(HttpResponse<byte[]> response) {
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    public Optional<String> type() {
        return response.headers().firstValue("Content-Type").map(it -> it.split(";", -1)[0]);
    }

    public String text() {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
        return response.body();
    }

    public JsonNode json() {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(text(), e);
        }
    }

    /** A top-level text or number; empty if it is not there. */
    public String field(String name) {
        return json().path(name).asText();
    }

    @Override
    public String toString() {
        return status() + " " + text();
    }
}
