package dev.belfry.bench.floors;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;

/** A bare Vert.x handler: parses the JSON it is sent and answers with it. It keeps nothing. */
public final class BareServer extends VerticleBase {
    private final int port;

    private BareServer(int port) {
        this.port = port;
    }

    /** With the port to listen on. */
    public static void main(String[] args) {
        int port = Integer.parseInt(args[0]);
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true))
                .deployVerticle(
                        () -> new BareServer(port),
                        new DeploymentOptions()
                                .setInstances(Runtime.getRuntime().availableProcessors()))
                .onFailure(BareCaller::fail);
    }

    @Override
    public Future<?> start() {
        return vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(port))
                .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
                .listen();
    }

    private static void answer(HttpServerRequest request, Buffer body) {
        request.response()
                .setStatusCode(body.length() == 0 ? 200 : 201)
                .putHeader("content-type", "application/json")
                .end(body.length() == 0 ? body : new JsonObject(body).toBuffer());
    }
}
