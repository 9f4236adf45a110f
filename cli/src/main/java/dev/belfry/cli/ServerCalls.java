package dev.belfry.cli;

import dev.belfry.client.ApiCall;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/** The server's REST API as the command line uses it, through the Java client. Thread-safe. */
final class ServerCalls {
    /** Longer than the server takes to say that it does not know. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** How long a refusal for too many requests is waited out: as long as the Java client does. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);

    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final Predicate<String> SECONDS =
            Pattern.compile("[0-9]{1,6}").asMatchPredicate();

    private final URI server;
    private final BelfryClient client;

    ServerCalls(URI server, Optional<String> key, Optional<SSLContext> trust) {
        this.server = server;
        var builder =
                BelfryClient.builder(server.toString()).requestTimeout(TIMEOUT).sendToAnyServer();
        key.ifPresent(builder::key);
        trust.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** One segment of a path, or one value of a query. */
    static String encode(String text) {
        return ApiCall.escaped(text);
    }

    ApiAnswer get(String path) {
        return send("GET", path, "", Optional.empty());
    }

    ApiAnswer post(String path, String body) {
        return send("POST", path, body, Optional.empty());
    }

    /**
     * Sends a request; an answer that is not a success becomes a failure that explains it.
     *
     * @param path below {@code /api/v1/}
     */
    ApiAnswer send(String method, String path, String body, Optional<String> etag) {
        var call = ApiCall.of(method, path).body(body);
        return exchange(etag.map(call::ifMatch).orElse(call)).orFail();
    }

    /** Makes what is not there yet; empty if it is. */
    Optional<ApiAnswer> make(String path, String body) {
        var answer = exchange(ApiCall.of("PUT", path).body(body).ifAbsent());
        return answer.status() == PRECONDITION_FAILED
                ? Optional.empty()
                : Optional.of(answer.orFail());
    }

    boolean isThere(String path) {
        var answer = exchange(ApiCall.of("GET", path));
        if (answer.status() == NOT_FOUND) {
            return false;
        }
        var _ = answer.orFail();
        return true;
    }

    /** Calls with the client's patience: what fails for now is tried again for a while. */
    <T> T patiently(Function<BelfryClient, T> calls) {
        try {
            return calls.apply(client);
        } catch (BelfryException e) {
            throw explained(e);
        } catch (CompletionException e) {
            throw e.getCause() instanceof BelfryException failure ? explained(failure) : e;
        }
    }

    private static CommandFailure explained(BelfryException failure) {
        var problem = failure.problem();
        return new CommandFailure(
                problem.status() == 0 ? ExitCode.UNAVAILABLE : ExitCode.ofStatus(problem.status()),
                "%s (%s%s)"
                        .formatted(
                                problem.detail(),
                                problem.code(),
                                problem.field().map(it -> ", field " + it).orElse("")));
    }

    private ApiAnswer exchange(ApiCall call) {
        return explained(
                call,
                () -> {
                    var response = sendWhenItIsTime(call);
                    return new ApiAnswer(
                            response.statusCode(), response.headers(), response.body());
                });
    }

    /** Nothing was changed by what was one request too many: it comes again when it may. */
    private HttpResponse<String> sendWhenItIsTime(ApiCall call)
            throws IOException, InterruptedException {
        var left = PATIENCE;
        while (true) {
            var response = client.exchangeOnce(call);
            var wait = askedWait(response);
            if (wait.isEmpty() || wait.get().compareTo(left) > 0) {
                return response;
            }
            Thread.sleep(wait.get());
            left = left.minus(wait.get());
        }
    }

    private static Optional<Duration> askedWait(HttpResponse<?> response) {
        return response.statusCode() == TOO_MANY_REQUESTS
                ? response.headers()
                        .firstValue("Retry-After")
                        .filter(SECONDS)
                        .map(it -> Duration.ofSeconds(Long.parseLong(it)))
                        .map(it -> it.isZero() ? SHORTEST_WAIT : it)
                : Optional.empty();
    }

    /** The lines of an answer that goes on; whoever has seen enough closes it. */
    Stream<String> stream(String path) {
        var call = ApiCall.of("GET", path);
        return explained(call, () -> lines(client.streamOnce(call)));
    }

    private static Stream<String> lines(HttpResponse<Stream<String>> response) {
        if (response.statusCode() == 200) {
            return response.body();
        }
        try (var lines = response.body()) {
            var text = lines.collect(Collectors.joining("\n"));
            throw new ApiAnswer(response.statusCode(), response.headers(), text).failure();
        }
    }

    /** Something that is sent, and perhaps answered. */
    private interface Sending<T> {
        T send() throws IOException, InterruptedException;
    }

    private <T> T explained(ApiCall call, Sending<T> sending) {
        try {
            return sending.send();
        } catch (ConnectException | HttpConnectTimeoutException _) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    ("no Belfry answers at %s: start one with './belfry serve', or say where it is"
                                    + " with --url or BELFRY_URL")
                            .formatted(server));
        } catch (HttpTimeoutException _) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "%s did not answer in time%s".formatted(server, doubt(call)));
        } catch (SSLHandshakeException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    ("%s can not be trusted (%s): give the authority of its certificate with --ca"
                                    + " or BELFRY_CA")
                            .formatted(server, e.getMessage()));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "no complete answer from %s (%s)%s".formatted(server, e, doubt(call)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.OTHER, "interrupted" + doubt(call));
        }
    }

    private static String doubt(ApiCall call) {
        return call.method().equals("GET") ? "" : "; the change may or may not have been made";
    }
}
