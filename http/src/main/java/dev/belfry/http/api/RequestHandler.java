package dev.belfry.http.api;

import dev.belfry.http.auth.Authentication;
import dev.belfry.http.auth.Recognition;
import dev.belfry.http.peer.Protocol;
import dev.belfry.http.transport.ByteBudget;
import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.node.route.Passage;
import dev.belfry.operate.access.AuditLog;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.config.HttpConfig;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes each request to its route and its answer back. Thread-safe. */
public final class RequestHandler implements Handler<HttpServerRequest> {
    /** An answer that is this late is none: the engine's own time has long been over. */
    private static final Duration LAST_RESORT = Duration.ofSeconds(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** Reading a larger body takes longer than others should wait for their thread. */
    private static final int SHORT_BODY = 32 * 1024;

    private final Vertx vertx;
    private final Routes routes;
    private final StaticFiles files;
    private final HttpConfig config;
    private final Entrance entrance;
    private final Optional<AuditLog> audit;

    /** Requests of clients are counted by the node that they came to, and once. */
    private final Optional<CallerRates> rates;

    private final Reads reads;
    private final ByteBudget memory;
    private final LastResort lastResort;
    private final AtomicInteger inProgress = new AtomicInteger();
    private volatile boolean sendsAway;

    /**
     * Takes requests of clients, or of other nodes.
     *
     * @param files looked at before the routes, for GET alone
     * @param nodes by which other nodes are known; empty for requests of clients
     * @param authentication by which clients are known
     * @param audit who did what is written there
     * @param reads does for large requests what would keep their thread
     * @param memory for bodies and answers under way
     */
    public RequestHandler(
            Vertx vertx,
            List<Route> routes,
            StaticFiles files,
            HttpConfig config,
            Optional<Protocol> nodes,
            Authentication authentication,
            Optional<AuditLog> audit,
            Reads reads,
            ByteBudget memory) {
        this.vertx = vertx;
        this.routes = new Routes(routes);
        this.files = files;
        this.config = config;
        this.entrance =
                new Entrance(Visitors.of(config), nodes, authentication, config.requestTimeout());
        this.audit = audit;
        this.rates =
                nodes.isEmpty()
                        ? config.requestsPerSecond().map(CallerRates::new)
                        : Optional.empty();
        this.reads = reads;
        this.memory = memory;
        this.lastResort = new LastResort(config.requestTimeout().plus(LAST_RESORT));
    }

    /** Looks at late answers from now on, until its Vert.x ends. */
    public void start() {
        vertx.setPeriodic(BETWEEN_LOOKS.toMillis(), _ -> lastResort.look(System.nanoTime()));
    }

    /** Each answer from now on is the last one on its connection, so that clients find others. */
    public void sendAway() {
        sendsAway = true;
    }

    @Override
    public void handle(HttpServerRequest request) {
        RequestId.give(request);
        if (sendsAway) {
            request.response().putHeader("Connection", "close");
        }
        try {
            var target = RequestTarget.parse(request.uri());
            var passage = entrance.admit(request);
            var file = file(request, target);
            if (file.isPresent()) {
                newExchange(request, () -> {}).answer(file.get(), null);
            } else {
                var match = routes.match(request.method(), target);
                enter(request, match, passage, entrance.recognise(request, match));
            }
        } catch (RuntimeException e) {
            newExchange(request, () -> {}).refuse(e);
        }
    }

    private void enter(
            HttpServerRequest request,
            Routes.Match match,
            Passage passage,
            Recognition recognition) {
        switch (recognition) {
            case Recognition.Known(var caller) -> take(request, match, passage, caller);
            case Recognition.Missing() -> refuse(request, match, Entrance.stranger(false));
            case Recognition.Refused() -> refuse(request, match, Entrance.stranger(true));
            case Recognition.Unavailable(var why) -> throw Answer.overloaded(why);
            case Recognition.Pending(var later) -> await(request, match, passage, later);
        }
    }

    private void refuse(HttpServerRequest request, Routes.Match match, ProblemException stranger) {
        var trail = Trail.of(audit, request, match.route(), Caller.NOBODY);
        new Exchange(vertx, request, memory, () -> {}, trail).refuse(stranger);
    }

    /** Nothing of a request is read before it is known whose it is. */
    private void await(
            HttpServerRequest request,
            Routes.Match match,
            Passage passage,
            CompletableFuture<Recognition> later) {
        request.pause();
        var context = vertx.getOrCreateContext();
        var _ =
                later.thenAccept(
                        recognition ->
                                context.runOnContext(
                                        _ -> {
                                            resume(request, match, passage, recognition);
                                        }));
    }

    private void resume(
            HttpServerRequest request,
            Routes.Match match,
            Passage passage,
            Recognition recognition) {
        try {
            enter(request, match, passage, recognition);
        } catch (RuntimeException e) {
            newExchange(request, () -> {}).refuse(e);
        }
        request.resume();
    }

    private Exchange newExchange(HttpServerRequest request, Runnable ended) {
        return new Exchange(vertx, request, memory, ended, Trail.NONE);
    }

    private Optional<Answer.Whole> file(HttpServerRequest request, RequestTarget target) {
        boolean isLook =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        return isLook
                ? files.find(target.path(), request.getHeader("If-None-Match"))
                : Optional.empty();
    }

    private void take(
            HttpServerRequest request, Routes.Match match, Passage passage, Caller caller) {
        count(request, match.route(), caller);
        boolean counts = !match.route().isVital();
        if (counts && inProgress.incrementAndGet() > config.maxRequests()) {
            inProgress.decrementAndGet();
            throw Answer.overloaded("too many requests are in progress");
        }
        Runnable ended = counts ? inProgress::decrementAndGet : () -> {};
        var trail = Trail.of(audit, request, match.route(), caller);
        var exchange = new Exchange(vertx, request, memory, ended, trail);
        try {
            accept(request, match, passage, caller, exchange, trail);
        } catch (RuntimeException e) {
            exchange.refuse(e);
        }
    }

    private void count(HttpServerRequest request, Route route, Caller caller) {
        if (rates.isPresent() && !route.isVital() && !route.access().isOpen()) {
            rates.get().count(request, caller, System.nanoTime());
        }
    }

    private void accept(
            HttpServerRequest request,
            Routes.Match match,
            Passage passage,
            Caller caller,
            Exchange exchange,
            Trail trail) {
        var route = match.route();
        var path = parameters(match);
        trail.about(path);
        var call =
                new Call(
                                route,
                                passage,
                                path,
                                Query.parse(match.target().query(), route.parameters()),
                                request.headers(),
                                caller,
                                CallerNetwork.of(request.remoteAddress()),
                                trail,
                                Body.NONE,
                                exchange::run)
                        .authorised();
        MediaTypes.requireAccepted(request.headers(), route.gives());
        if (hasBody(request)) {
            MediaTypes.requireTaken(request.headers(), route.takes());
        }
        var listener =
                new BodyReader.Listener() {
                    @Override
                    public void complete(Body body, long held) {
                        begin(call, body, held, exchange);
                    }

                    @Override
                    public void refused(ProblemException refusal) {
                        exchange.refuseAndClose(refusal);
                    }
                };
        new BodyReader(vertx, request, route.maxBody(), memory, listener)
                .start(config.bodyTimeout());
    }

    /** Whether one is announced; routes that take none refuse it by its type. */
    private static boolean hasBody(HttpServerRequest request) {
        var length = request.getHeader("Content-Length");
        return request.getHeader("Transfer-Encoding") != null
                || (length != null && !length.equals("0"));
    }

    private static Map<String, String> parameters(Routes.Match match) {
        var segments = match.route().segments();
        var given = match.target().segments();
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < segments.size(); i++) {
            if (Route.isParameter(segments.get(i))) {
                var name = Route.parameterName(segments.get(i));
                parameters.put(name, PercentText.decode(given.get(i), name, false));
            }
        }
        return parameters;
    }

    private void begin(Call call, Body body, long held, Exchange exchange) {
        if (body.size() <= SHORT_BODY) {
            run(call.with(body, call.work()), held, exchange);
        } else {
            reads.run(() -> run(call.with(body, reads::run), held, exchange));
        }
    }

    /** An error of the machine is answered like any other failure, and then goes its way. */
    private void run(Call call, long held, Exchange exchange) {
        CompletableFuture<? extends Answer> answer;
        try {
            entrance.requireBody(call);
            answer = call.route().handler().apply(call);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        } catch (Error e) {
            finish(CompletableFuture.failedFuture(e), held, exchange);
            throw e;
        }
        finish(answer, held, exchange);
    }

    private void finish(CompletableFuture<? extends Answer> answer, long held, Exchange exchange) {
        var wait = lastResort.await(answer, System.nanoTime());
        var _ =
                answer.whenComplete(
                                (_, _) -> {
                                    wait.over();
                                    memory.giveBack(held);
                                })
                        .whenComplete(exchange::answer);
    }

    /** Answers what was not even a request. */
    public void handleInvalid(HttpServerRequest request) {
        RequestId.give(request);
        newExchange(request, () -> {}).refuseInvalid();
    }
}
