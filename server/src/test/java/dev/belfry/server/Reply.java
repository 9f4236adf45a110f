package dev.belfry.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An answer of the server, for tests to look into. */
public final class Reply {
    private static final JsonMapper JSON = new JsonMapper();

    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    Reply(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    public Optional<String> type() {
        return headers.firstValue("Content-Type").map(it -> it.split(";", -1)[0]);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
        return body;
    }

    public JsonNode json() {
        try {
            return JSON.readTree(body);
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
