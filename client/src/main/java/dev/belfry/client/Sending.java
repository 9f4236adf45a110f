package dev.belfry.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One call, sent again by the rules of the API until it is answered or its time is over: at once to
 * another server if it can not have arrived, after the pause that was asked for if it was refused
 * for now, and if nobody knows whether it was carried out only where a repeat does no harm.
 * Confined to the stages of its future, of which one runs at a time.
 */
final class Sending {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** How much a pause may differ, so that clients do not come back all at once. */
    private static final double JITTER = 0.25;

    /** What Belfry says. What others on the way say instead, a date or a year, says nothing. */
    private static final Predicate<String> SECONDS =
            Pattern.compile("[0-9]{1,6}").asMatchPredicate();

    private final ApiCall call;
    private final HttpClient http;
    private final Servers servers;
    private final BelfryClient.Builder settings;
    private final long untilNanos;
    private final Set<URI> tried = new HashSet<>();
    private Duration pause = SHORTEST_PAUSE;
    private boolean unknown;

    Sending(ApiCall call, HttpClient http, Servers servers, BelfryClient.Builder settings) {
        this.call = call;
        this.http = http;
        this.servers = servers;
        this.settings = settings;
        this.untilNanos = System.nanoTime() + settings.patience.toNanos();
    }

    /** What was answered, which is not one of the answers that ask to come again. */
    CompletableFuture<HttpResponse<String>> start() {
        var server = servers.choose(call.owner(), tried);
        tried.add(server);
        var request = call.request(server, settings);
        return http.sendAsync(request, BodyHandlers.ofString())
                .handle(Heard::new)
                .thenCompose(heard -> next(server, heard.response, heard.failure));
    }

    /** An answer, or why there is none. */
    private record Heard(@Nullable HttpResponse<String> response, @Nullable Throwable failure) {}

    private CompletableFuture<HttpResponse<String>> next(
            URI server, @Nullable HttpResponse<String> response, @Nullable Throwable failure) {
        if (response != null) {
            servers.answered(server);
            return answered(response);
        }
        servers.silent(server);
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof IOException)) {
            return CompletableFuture.failedFuture(cause);
        }
        // A connection that was never made carried nothing; any other break may have come late.
        boolean sent =
                !(cause instanceof ConnectException
                        || cause instanceof HttpConnectTimeoutException);
        return again(ApiProblem.withoutAnswer(server + ": " + cause, sent), Optional.empty());
    }

    private CompletableFuture<HttpResponse<String>> answered(HttpResponse<String> response) {
        if (!ApiProblem.isTemporary(response.statusCode())) {
            return CompletableFuture.completedFuture(response);
        }
        var asked = response.headers().firstValue("Retry-After").filter(SECONDS).map(Sending::wait);
        return again(problem(response), asked);
    }

    private static Duration wait(String seconds) {
        return Duration.ofSeconds(Long.parseLong(seconds));
    }

    /** Only our own 503 knows that nothing was changed; what broke on the way knows nothing. */
    static ApiProblem problem(HttpResponse<String> response) {
        try {
            var told =
                    ApiProblem.of(
                            JsonObject.parse(response.body()),
                            response.headers().firstValue("ETag"));
            return told.status() > 503 || told.status() == 500 ? told.withUnknownOutcome() : told;
        } catch (RuntimeException notOurs) {
            return new ApiProblem(
                    response.statusCode(),
                    "HTTP_" + response.statusCode(),
                    "the answer is no problem document",
                    Optional.empty(),
                    Optional.empty(),
                    response.statusCode() >= 500);
        }
    }

    private CompletableFuture<HttpResponse<String>> again(
            ApiProblem problem, Optional<Duration> asked) {
        unknown |= problem.outcomeUnknown();
        boolean mayRepeat =
                !problem.outcomeUnknown() || (call.isRepeatable() && settings.repeatsUnknown);
        var wait = jittered(asked.orElse(pause));
        pause = shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        if (!mayRepeat || System.nanoTime() + wait.toNanos() - untilNanos >= 0) {
            var last = unknown ? problem.withUnknownOutcome() : problem;
            return CompletableFuture.failedFuture(BelfryException.of(last));
        }
        return CompletableFuture.supplyAsync(() -> wait, after(wait)).thenCompose(it -> start());
    }

    private static Executor after(Duration wait) {
        return CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Duration jittered(Duration wait) {
        double factor = ThreadLocalRandom.current().nextDouble(1 - JITTER, 1 + JITTER);
        return Duration.ofNanos((long) (wait.toNanos() * factor));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
