package dev.belfry.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;

/** A bare Vert.x handler: parses the JSON it is sent and answers with it. It keeps nothing. */
final class FloorServer extends AbstractVerticle {
    static final String COMMAND = "floor-server";

    private final int port;

    private FloorServer(int port) {
        this.port = port;
    }

    static void run(Options options) {
        int port = options.number("port", 0);
        options.requireNoMore();
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true))
                .deployVerticle(
                        () -> new FloorServer(port),
                        new DeploymentOptions()
                                .setInstances(Runtime.getRuntime().availableProcessors()))
                .onFailure(
                        failure -> {
                            failure.printStackTrace();
                            System.exit(1);
                        });
    }

    @Override
    public void start(Promise<Void> started) {
        vertx.createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(port))
                .requestHandler(
                        request ->
                                request.body()
                                        .onSuccess(
                                                body ->
                                                        request.response()
                                                                .setStatusCode(status(body))
                                                                .putHeader(
                                                                        "content-type",
                                                                        "application/json")
                                                                .end(answer(body))))
                .listen()
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private static int status(Buffer body) {
        return body.length() == 0 ? 200 : 201;
    }

    private static Buffer answer(Buffer body) {
        return body.length() == 0 ? body : new JsonObject(body).toBuffer();
    }
}
