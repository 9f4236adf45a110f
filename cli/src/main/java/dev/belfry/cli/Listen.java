package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A small receiver that shows each callback, so that a newcomer sees a timer fire. */
@Command(
        name = "listen",
        description = {
            "Receive callbacks on this machine, show them and answer as told.",
            "A receiver of your own answers 204, or 200 with {\"ok\":true}; an empty 200 counts as"
                    + " failed."
        })
final class Listen implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port; 0 takes any free one; default: ${DEFAULT-VALUE}.",
            defaultValue = "9000")
    private int port = 9000;

    @Option(
            names = "--answer",
            paramLabel = "ok|fail|again=DURATION|status=NUMBER",
            description = "What to answer; default: ${DEFAULT-VALUE}.",
            converter = ListenAnswer.Parser.class,
            defaultValue = "ok")
    private ListenAnswer answer = new ListenAnswer.Ok();

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "End after so many callbacks; else go on until Ctrl-C.",
            defaultValue = "0")
    private long count;

    @Option(names = "--json", description = "Show the bodies as they came, one in each line.")
    private boolean showBodies;

    Listen(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var server = open();
        var enough = new CountDownLatch(1);
        var left = new AtomicLong(count);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext(
                    "/",
                    exchange -> {
                        receive(exchange);
                        if (left.decrementAndGet() == 0) {
                            enough.countDown();
                        }
                    });
            server.start();
            welcome(server.getAddress().getPort());
            enough.await();
            server.stop(0);
        }
        return ExitCode.OK.number();
    }

    private HttpServer open() throws IOException {
        if (port < 0 || port > 65_535) {
            throw new CommandFailure(ExitCode.OTHER, "--port must be 0 to 65535, not " + port);
        }
        try {
            return HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException _) {
            throw new CommandFailure(
                    ExitCode.OTHER,
                    "port %d is in use: choose another one with --port, or any with --port 0"
                            .formatted(port));
        }
    }

    private void welcome(int actualPort) {
        var url = "http://localhost:" + actualPort + "/";
        if (showBodies) {
            terminal.err().println("listening on " + url);
            return;
        }
        terminal.out()
                .println("Listening on " + url + "; Ctrl-C ends it. To see a timer fire, say:");
        terminal.out().println("  ./belfry timer create hello --in 5s --callback " + url);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var now = terminal.clock().instant();
            var body = exchange.getRequestBody().readAllBytes();
            show(exchange, new String(body, StandardCharsets.UTF_8), now);
            var response = answer.response(now);
            var bytes = response.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private void show(HttpExchange exchange, String body, Instant now) {
        var callback = parse(body);
        if (!callback.has("timerUuid")) {
            terminal.err()
                    .printf(
                            "%s %s is not a callback of Belfry%n",
                            exchange.getRequestMethod(), exchange.getRequestURI().getPath());
        } else if (showBodies) {
            terminal.out().println(body);
        } else {
            terminal.out().println(line(callback, now));
        }
    }

    private JsonNode parse(String body) {
        try {
            return Json.MAPPER.readTree(body);
        } catch (JsonProcessingException _) {
            return Json.MAPPER.createObjectNode();
        }
    }

    private String line(JsonNode callback, Instant now) {
        var late = Duration.between(Instant.parse(callback.path("executeAt").asText()), now);
        return "%s  %s/%s  attempt %s, %d ms after executeAt  payload %s"
                .formatted(
                        now.truncatedTo(ChronoUnit.MILLIS),
                        callback.path("groupId").asText(),
                        callback.path("timerId").asText(),
                        callback.path("attempt").asText(),
                        late.toMillis(),
                        callback.path("payload"));
    }
}
