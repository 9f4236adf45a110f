package dev.belfry.spring;

import dev.belfry.client.BelfryCallback;
import dev.belfry.client.CallbackVerifier;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.HttpRequestHandler;

/** Where the callbacks of one handler arrive. Thread-safe. */
final class TimerEndpoint implements HttpRequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TimerEndpoint.class);

    private final CallbackVerifier verifier;
    private final int maxBody;
    private final TimerMethod method;

    TimerEndpoint(CallbackVerifier verifier, int maxBody, TimerMethod method) {
        this.verifier = verifier;
        this.maxBody = maxBody;
        this.method = method;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        var body = request.getInputStream().readNBytes(maxBody + 1);
        if (body.length > maxBody) {
            LOG.atWarn()
                    .addKeyValue("path", request.getRequestURI())
                    .log("a request was refused: its body is larger than belfry.callback.max-body");
            response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
        } else if (verifier.isGenuine(request::getHeader, body)) {
            answer(response, call(BelfryCallback.read(request::getHeader, body)));
        } else {
            LOG.atWarn()
                    .addKeyValue("path", request.getRequestURI())
                    .log("a request was refused: its signature or its time does not fit");
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        }
    }

    private Optional<Instant> call(BelfryCallback callback) throws ServletException {
        try {
            return method.call(callback);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }

    private static void answer(HttpServletResponse response, Optional<Instant> next)
            throws IOException {
        if (next.isPresent()) {
            runAgain(response, next.get());
        } else {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private static void runAgain(HttpServletResponse response, Instant at) throws IOException {
        response.setContentType("application/json");
        response.getOutputStream()
                .write("{\"nextExecuteAt\":\"%s\"}".formatted(at).getBytes(StandardCharsets.UTF_8));
    }
}
