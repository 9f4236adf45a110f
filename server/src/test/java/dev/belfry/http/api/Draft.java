package dev.belfry.http.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A request on its way to the wire: good at first, then changed. Confined to one thread. */
final class Draft {
    /** What is known of the answer. */
    enum Expected {
        /** Not refused for its form; a timer may be absent or in the way. */
        FINE,
        /** Refused, with a problem that names the field if there is one. */
        REFUSED,
        /** Anything but a failure of the server. */
        ANY,
        /** No proper HTTP: refused, or the connection ends. */
        BROKEN
    }

    final List<String> query = new ArrayList<>();
    final List<String> headers = new ArrayList<>(List.of("Host: localhost"));
    String what = "good";
    String method;
    String path;
    String version = "HTTP/1.1";
    Expected expected = Expected.FINE;
    Optional<String> fault = Optional.empty();
    Optional<byte[]> body = Optional.empty();

    /** The header that tells how long the body is; empty for the true one. */
    Optional<String> framing = Optional.empty();

    /** Whether the client goes away after the last byte. */
    boolean goesAway;

    Draft(String method, String path) {
        this.method = method;
        this.path = path;
    }

    void expect(String mutation, Expected answer) {
        what = mutation;
        expected = answer;
    }

    /** A refusal that must name this field, parameter or header. */
    void expectFault(String mutation, String field) {
        expect(mutation, Expected.REFUSED);
        fault = Optional.of(field);
    }

    void body(String text) {
        body = Optional.of(text.getBytes(StandardCharsets.UTF_8));
    }

    String bodyText() {
        return new String(body.orElse(new byte[0]), StandardCharsets.UTF_8);
    }

    String target() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        var head = new StringBuilder("%s %s %s\r\n".formatted(method, target(), version));
        headers.forEach(it -> head.append(it).append("\r\n"));
        framing.or(() -> body.map(it -> "Content-Length: " + it.length))
                .ifPresent(it -> head.append(it).append("\r\n"));
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        body.ifPresent(bytes::writeBytes);
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        var text = new String(bytes(), StandardCharsets.ISO_8859_1);
        return what + ": " + text.substring(0, Math.min(text.length(), 2_000));
    }
}
