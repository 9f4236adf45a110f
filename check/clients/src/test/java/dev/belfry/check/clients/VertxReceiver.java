package dev.belfry.check.clients;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** A receiver on Vert.x. */
final class VertxReceiver implements HostedReceiver {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isDeployed = new AtomicBoolean();
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;

    VertxReceiver() {
        server =
                vertx.createHttpServer()
                        .requestHandler(
                                request -> request.body().onSuccess(it -> answer(request, it)))
                        .listen(0, "127.0.0.1")
                        .await();
    }

    private void answer(HttpServerRequest request, Buffer body) {
        asked.add(request.path());
        var response = request.response();
        switch (request.path()) {
            case "/text" -> response.end("ok");
            case "/own" -> {
                boolean isOrder = body.toJsonObject().equals(new JsonObject().put("orderId", 42));
                response.setStatusCode(isOrder ? 200 : 422)
                        .end(new JsonObject().put("accepted", isOrder).toBuffer());
            }
            case "/deploy" -> response.setStatusCode(isDeployed.getAndSet(true) ? 200 : 404).end();
            default -> response.end();
        }
    }

    @Override
    public int port() {
        return server.actualPort();
    }

    @Override
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
