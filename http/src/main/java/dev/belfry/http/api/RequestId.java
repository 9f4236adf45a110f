package dev.belfry.http.api;

import io.vertx.core.http.HttpServerRequest;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The name of one request: in its answer, in logs, and where it is passed on to another node. */
final class RequestId {
    static final String HEADER = "X-Request-Id";

    /** What goes into logs and headers as it came must be short and plain. */
    private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private RequestId() {}

    /** Puts it into the answer, whatever the answer will be: the caller's own if it is sane. */
    static void give(HttpServerRequest request) {
        var own = request.getHeader(HEADER);
        request.response()
                .putHeader(HEADER, own != null && SANE.matcher(own).matches() ? own : fresh());
    }

    private static String fresh() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** Of a request that was given one. */
    static String of(HttpServerRequest request) {
        return String.valueOf(request.response().headers().get(HEADER));
    }
}
