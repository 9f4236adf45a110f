package dev.belfry.http.api;

import dev.belfry.http.api.Draft.Expected;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Breaks HTTP itself: the request line, headers, and how long a body is said to be. */
final class WireFaults {
    private static final List<String> BODIES_OF_UNKNOWN_LENGTH =
            List.of(
                    "Content-Length: -1",
                    "Content-Length: x",
                    "Content-Length: 99999999999999999999",
                    "Content-Length: 1\r\nContent-Length: 2",
                    "Content-Length: 5, 6",
                    "Transfer-Encoding: nonsense",
                    "Transfer-Encoding: gzip, chunked",
                    "Transfer-Encoding: chunked\r\nContent-Length: 3");
    private static final List<String> CHUNKS =
            List.of(
                    "zz\r\nabc\r\n0\r\n\r\n",
                    "-1\r\n\r\n",
                    "ffffffffffffffff\r\nabc",
                    "3\r\nabcdef\r\n0\r\n\r\n",
                    "\r\n\r\n",
                    "3;" + "x".repeat(9_000) + "\r\nabc\r\n0\r\n\r\n");
    private static final List<String> HEADERS =
            List.of(
                    "X: " + "x".repeat(20_000),
                    "X-Many: a\r\n".repeat(2_000) + "X: y",
                    "no colon",
                    ": no name",
                    "X Y: blank in a name",
                    "X: \u0000",
                    "X: \u0001\u007f",
                    "X: a\r\n folded",
                    "X: \u00ff\u00fe",
                    "Host: b",
                    "Expect: 200-maybe",
                    "Content-Encoding: gzip",
                    "Upgrade: h2c\r\nConnection: Upgrade",
                    "Upgrade: websocket\r\nConnection: Upgrade");
    private static final List<String> TARGETS =
            List.of(
                    "",
                    "*",
                    "a:80",
                    "http://elsewhere.example/api/v1/groups",
                    "/" + "x".repeat(20_000),
                    "/api/v1/timers/default/\u00e9",
                    "/api/v1/timers/default/a b",
                    "/api/v1/timers/default/\u0000",
                    "/api/v1/groups?" + "a=b&".repeat(2_000),
                    "//",
                    "/?",
                    "/api/v1/../../etc/passwd",
                    "/%2e%2e/%2e%2e/etc/passwd");
    private static final List<String> VERSIONS =
            List.of("HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "http/1.1", "HTTP/1.1 x");

    private final Random random;

    WireFaults(Random random) {
        this.random = random;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    void apply(Draft draft) {
        switch (random.nextInt(8)) {
            case 0 -> unknownLength(draft);
            case 1 -> chunks(draft);
            case 2 -> header(draft);
            case 3 -> target(draft);
            case 4 -> version(draft);
            case 5 -> mediaType(draft);
            case 6 -> aborted(draft);
            default -> wrongLength(draft);
        }
    }

    private void unknownLength(Draft draft) {
        draft.framing = Optional.of(pick(BODIES_OF_UNKNOWN_LENGTH));
        draft.expect("a body of unknown length", Expected.BROKEN);
    }

    private void chunks(Draft draft) {
        draft.framing = Optional.of("Transfer-Encoding: chunked");
        draft.body(pick(CHUNKS));
        draft.expect("bad chunks", Expected.BROKEN);
    }

    private void header(Draft draft) {
        draft.headers.add(pick(HEADERS));
        draft.expect("a bad header", Expected.BROKEN);
    }

    private void target(Draft draft) {
        draft.query.clear();
        draft.path = pick(TARGETS);
        draft.expect("a bad target", Expected.BROKEN);
    }

    private void version(Draft draft) {
        draft.version = pick(VERSIONS);
        draft.expect("a bad version", Expected.BROKEN);
    }

    private void mediaType(Draft draft) {
        draft.headers.removeIf(it -> it.startsWith("Content-Type"));
        draft.headers.add(
                "Content-Type: "
                        + pick(List.of("text/plain", "", "application/jsonx", "a/b;", "\u00ff")));
        draft.expect(
                "a wrong media type", draft.body.isPresent() ? Expected.REFUSED : Expected.ANY);
    }

    /** The client hangs up before the body is complete: nothing may come of it. */
    private void aborted(Draft draft) {
        var body = draft.body.orElse("{\"payload\":1}".getBytes(StandardCharsets.UTF_8));
        draft.framing = Optional.of("Content-Length: " + (body.length + 1));
        draft.body = Optional.of(Arrays.copyOf(body, random.nextInt(body.length)));
        draft.goesAway = true;
        draft.expect("a body that breaks off", Expected.BROKEN);
    }

    /** Too long: the server waits in vain. Too short: the rest is taken for the next request. */
    private void wrongLength(Draft draft) {
        var body = draft.body.orElse("{\"payload\":1}".getBytes(StandardCharsets.UTF_8));
        int more = pick(List.of(-body.length / 2, -1, 1, 1_000));
        draft.body = Optional.of(body);
        draft.framing = Optional.of("Content-Length: " + (body.length + more));
        draft.expect("a wrong length", Expected.BROKEN);
    }
}
