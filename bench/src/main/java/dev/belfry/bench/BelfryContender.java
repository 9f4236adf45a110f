package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Belfry server, called over HTTP as by its users. */
record BelfryContender(ChildJvm jvm, URI address, String receiver, Vertx vertx)
        implements Contender {
    private static final int LARGEST_BATCH = 1_000;
    private static final int BATCHES_AT_ONCE = 4;
    private static final Duration FAR_AHEAD = Duration.ofDays(300);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern EXECUTE_AT = Pattern.compile("\"executeAt\":\"([^\"]+)\"");

    static BelfryContender start(
            Path log,
            String node,
            String storeUrl,
            String receiver,
            Vertx vertx,
            Map<String, String> settings)
            throws IOException, InterruptedException {
        int port = freePort();
        var jvm =
                ChildJvm.start(
                        log,
                        options(settings),
                        "dev.belfry.cli.Belfry",
                        "serve",
                        "--port",
                        Integer.toString(port),
                        "--store-url",
                        storeUrl,
                        "--set",
                        "node.id=" + node);
        var address = URI.create("http://127.0.0.1:" + port);
        jvm.awaitAnswer(address.resolve("/health/ready"));
        return new BelfryContender(jvm, address, receiver, vertx);
    }

    /** DynamoDB Local takes any credentials, but wants some. */
    private static List<String> options(Map<String, String> settings) {
        var options =
                new ArrayList<>(List.of("-Daws.accessKeyId=bench", "-Daws.secretAccessKey=bench"));
        options.addAll(ChildJvm.heap(settings));
        return options;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A timer as a client asks for it. */
    static String timer(String id, Instant executeAt, String callbackUrl) {
        return """
               {"timerId":"%s","executeAt":"%s","callbackUrl":"%s","payload":{"order":"%s","note":"%s"}}"""
                .formatted(id, executeAt, callbackUrl, id, "x".repeat(150));
    }

    @Override
    public void use(Client client) {
        if (client != Client.OWN) {
            throw new IllegalArgumentException("Belfry makes its callbacks itself");
        }
    }

    /** Equal timers are the same one, so that what is refused can be asked for again. */
    @Override
    public void schedule(Row row) throws Exception {
        batches(
                BATCHES_AT_ONCE,
                row.count(),
                LARGEST_BATCH,
                number -> timer(row.name() + "-" + number, row.executeAt(number), receiver));
    }

    @Override
    public Created create(String name, int count, int clients, int batch) throws Exception {
        var later = Instant.now().plus(FAR_AHEAD).truncatedTo(ChronoUnit.MILLIS);
        IntFunction<String> timers =
                number -> timer(name + "-" + number, later.plusMillis(number), receiver);
        var result =
                batch == 1
                        ? post(clients, count, it -> Buffer.buffer(timers.apply(it)))
                        : batches(clients, count, batch, timers);
        return new Created(
                result.perSecond() * batch, result.percentileMillis(0.99), result.refused());
    }

    private HttpLoad.Result post(int clients, int count, IntFunction<Buffer> bodies)
            throws Exception {
        try (var load = new HttpLoad(vertx, clients)) {
            return load.post(address.resolve("/api/v1/timers").toString(), count, bodies);
        }
    }

    private HttpLoad.Result batches(int clients, int count, int size, IntFunction<String> timers)
            throws Exception {
        try (var load = new HttpLoad(vertx, clients)) {
            return load.post(
                    address.resolve("/api/v1/timers/batch").toString(),
                    (count + size - 1) / size,
                    batch -> batch(batch * size, Math.min(count, (batch + 1) * size), timers));
        }
    }

    private static Buffer batch(int from, int until, IntFunction<String> timers) {
        return Buffer.buffer(
                IntStream.range(from, until)
                        .mapToObj(timers)
                        .collect(Collectors.joining(",", "{\"timers\":[", "]}")));
    }

    @Override
    public Ran ran() {
        throw new UnsupportedOperationException("Belfry's callbacks are counted where they arrive");
    }

    @Override
    public boolean hasPending() throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address.resolve("/api/v1/groups/default/timers?limit=1"))
                        .timeout(LONGEST_ANSWER)
                        .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        var first = EXECUTE_AT.matcher(answer.body().replace(" ", ""));
        return first.find() && Instant.parse(first.group(1)).isBefore(Instant.now().plus(SOON));
    }
}
