package dev.belfry.server.api;

import dev.belfry.server.config.HttpConfig;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes each request to its route and its answer back. Thread-safe. */
public final class RequestHandler implements Handler<HttpServerRequest> {
    /** An answer that is this late is none: the engine's own time has long been over. */
    private static final int LAST_RESORT_SECONDS = 5;

    private final Vertx vertx;
    private final Routes routes;
    private final HttpConfig config;
    private final AtomicInteger inProgress = new AtomicInteger();

    public RequestHandler(Vertx vertx, List<Route> routes, HttpConfig config) {
        this.vertx = vertx;
        this.routes = new Routes(routes);
        this.config = config;
    }

    @Override
    public void handle(HttpServerRequest request) {
        var exchange = new Exchange(vertx, request, inProgress::decrementAndGet);
        if (inProgress.incrementAndGet() > config.maxRequests()) {
            exchange.refuse(
                    Problem.of(Code.OVERLOADED, "too many requests are in progress").raised());
            return;
        }
        try {
            accept(request, routes.match(request.method(), request.path()), exchange);
        } catch (RuntimeException e) {
            exchange.refuse(e);
        }
    }

    private void accept(HttpServerRequest request, Routes.Match match, Exchange exchange) {
        var route = match.route();
        MediaTypes.requireAccepted(request.headers(), route.gives());
        var path = parameters(match);
        var query = Query.parse(rawQuery(request), route.parameters());
        if (hasBody(request)) {
            MediaTypes.requireTaken(request.headers(), route.takes());
        }
        var reader =
                new BodyReader(
                        vertx,
                        request,
                        route.maxBody(),
                        body ->
                                run(
                                        new Call(route, path, query, request.headers(), body),
                                        exchange),
                        exchange::refuseAndClose);
        reader.start(config.bodyTimeout());
    }

    private static String rawQuery(HttpServerRequest request) {
        var query = request.query();
        return query == null ? "" : query;
    }

    /** Whether one is announced; routes that take none refuse it by its type. */
    private static boolean hasBody(HttpServerRequest request) {
        var length = request.getHeader("Content-Length");
        return request.getHeader("Transfer-Encoding") != null
                || (length != null && !length.equals("0"));
    }

    private static Map<String, String> parameters(Routes.Match match) {
        var segments = match.route().segments();
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < segments.size(); i++) {
            if (Route.isParameter(segments.get(i))) {
                var name = Route.parameterName(segments.get(i));
                parameters.put(name, PercentText.decode(match.path().get(i), name, false));
            }
        }
        return parameters;
    }

    private void run(Call call, Exchange exchange) {
        CompletableFuture<? extends Answer> answer;
        try {
            answer = call.route().handler().apply(call);
        } catch (RuntimeException e) {
            exchange.refuse(e);
            return;
        }
        long seconds = config.requestTimeout().toSeconds() + LAST_RESORT_SECONDS;
        var _ = answer.orTimeout(seconds, TimeUnit.SECONDS).whenComplete(exchange::answer);
    }

    /** Answers what was not even a request. */
    public void handleInvalid(HttpServerRequest request) {
        new Exchange(vertx, request, () -> {}).refuseInvalid();
    }
}
