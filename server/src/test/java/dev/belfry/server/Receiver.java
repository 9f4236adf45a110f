package dev.belfry.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A receiver of callbacks that answers each one in turn, and remembers their bodies. */
public final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    private Receiver(String answer, int... statuses) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext(
                "/",
                exchange -> {
                    bodies.add(exchange.getRequestBody().readAllBytes());
                    int number = Math.min(calls.getAndIncrement(), statuses.length - 1);
                    var bytes = answer.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(
                            statuses[number], bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        server.start();
    }

    public static Receiver answering(int status, String answer) {
        return new Receiver(answer, status);
    }

    /** One that answers the first callback so, then the next; the last status stays. */
    public static Receiver inTurn(int... statuses) {
        return new Receiver("", statuses);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/callback";
    }

    /** Callbacks that have come and were not looked at. */
    public int received() {
        return bodies.size();
    }

    /** The body of the next callback. */
    public byte[] next() throws InterruptedException {
        var body = bodies.poll(10, TimeUnit.SECONDS);
        if (body == null) {
            throw new AssertionError("no callback came");
        }
        return body;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
