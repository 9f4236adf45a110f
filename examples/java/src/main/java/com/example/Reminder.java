package com.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.belfry.client.BelfryClient;
import dev.belfry.client.CallbackVerifier;
import dev.belfry.client.NewTimer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Asks a Belfry server for a call in a second, and takes it. */
public final class Reminder {
    private final CallbackVerifier verifier =
            CallbackVerifier.of(System.getenv("BELFRY_SIGNING_KEY"));
    private final CountDownLatch reminded = new CountDownLatch(1);

    public static void main(String[] args) throws Exception {
        new Reminder().run();
    }

    private void run() throws Exception {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::receive);
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        var timer =
                NewTimer.after("java-reminder", Duration.ofSeconds(1), url)
                        .payload("\"water the flowers\"");
        BelfryClient.of(System.getenv().getOrDefault("BELFRY_URL", "http://localhost:8080"))
                .create(timer);
        reminded.await();
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var callback = verifier.read(exchange.getRequestHeaders()::getFirst, body);
        callback.ifPresent(
                it ->
                        System.out.printf(
                                "%s: %s (attempt %d)%n", it.timerId(), it.payload(), it.attempt()));
        exchange.sendResponseHeaders(callback.isPresent() ? 204 : 401, -1);
        exchange.close();
        callback.ifPresent(it -> reminded.countDown());
    }
}
