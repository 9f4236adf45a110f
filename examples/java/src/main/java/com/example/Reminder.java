package com.example;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.NewTimer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Asks a Belfry server for a call in a second, and takes it. */
public final class Reminder {
    private Reminder() {}

    public static void main(String[] args) throws Exception {
        var belfry = BelfryClient.of(System.getenv().getOrDefault("BELFRY_URL", "http://localhost:8080"));
        var reminded = new CountDownLatch(1);
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    var body = new String(exchange.getRequestBody().readAllBytes());
                    System.out.println(body);
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                    reminded.countDown();
                });
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        belfry.create(
                NewTimer.after("java-reminder", Duration.ofSeconds(1), url)
                        .payload("{\"text\": \"water the flowers\"}"));
        reminded.await();
        server.stop(0);
    }
}
