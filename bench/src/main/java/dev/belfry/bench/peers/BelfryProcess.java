package dev.belfry.bench.peers;

import dev.belfry.bench.harness.ChildJvm;
import dev.belfry.bench.harness.Contender.Launch;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.HttpLoad;
import dev.belfry.bench.harness.LoadResult;
import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.bench.harness.StallLimit;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Belfry server, called over HTTP as by its users; with the setting {@code nodes} there are
 * several, and any of them is called, with {@code consoles} some people look at the first, with
 * {@code locks} it asks for keys.
 */
public record BelfryProcess(
        Launch launch,
        ServerLocks locks,
        HttpClient http,
        List<ChildJvm> jvms,
        List<URI> addresses,
        OpenConsoles consoles)
        implements ContenderProcess {
    private static final int LARGEST_BATCH = 1_000;
    private static final int BATCHES_AT_ONCE = 4;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);
    private static final Pattern EXECUTE_AT = Pattern.compile("\"executeAt\":\"([^\"]+)\"");

    public static BelfryProcess start(Launch launch) throws Exception {
        var addresses = new ArrayList<URI>();
        var jvms = new ArrayList<ChildJvm>();
        var locks = ServerLocks.of(launch);
        var http = locks.access().client();
        var server = new BelfryProcess(launch, locks, http, jvms, addresses, new OpenConsoles());
        try {
            server.startNodes(launch.number("nodes", 1));
            server.consoles.open(addresses.getFirst(), launch.number("consoles", 0));
            return server;
        } catch (Exception e) {
            server.close();
            throw e;
        }
    }

    private void startNodes(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            int port = ChildJvm.freePort();
            var address = locks.access().address(port);
            addresses.add(address);
            jvms.add(startNode(port, name(i)));
            jvms.getLast().awaitAnswer(address.resolve("/health/ready"), locks.access());
        }
        StallLimit.USUAL.await("nodes to share the shards", this::isShared, () -> 0);
    }

    /** DynamoDB Local takes any credentials, but wants some. */
    private ChildJvm startNode(int port, String node) throws IOException {
        var options =
                new ArrayList<>(List.of("-Daws.accessKeyId=bench", "-Daws.secretAccessKey=bench"));
        options.addAll(ChildJvm.heap(launch.settings()));
        var arguments = new ArrayList<>(List.of("serve", "--port", Integer.toString(port)));
        arguments.addAll(List.of("--set", "node.id=" + node));
        arguments.addAll(locks.arguments());
        return ChildJvm.start(
                launch.log(),
                options,
                Map.of("BELFRY_STORE_URL", launch.url()),
                "dev.belfry.cli.Belfry",
                arguments.toArray(String[]::new));
    }

    /** One alone has nobody to wait for. */
    private boolean isShared() throws IOException, InterruptedException {
        for (var address : addresses.size() == 1 ? List.<URI>of() : addresses) {
            var cluster = get(address, "/api/v1/cluster");
            if (!cluster.contains("\"viewSize\":%d".formatted(addresses.size()))
                    || cluster.contains("\"movesTo\"")) {
                return false;
            }
        }
        return true;
    }

    private String get(URI address, String path) throws IOException, InterruptedException {
        return call("GET", address.resolve(path), "").replace(" ", "");
    }

    /** The answer of the first node that lives, which must be that of a success. */
    public String call(String method, String path, String body)
            throws IOException, InterruptedException {
        int node = jvms.getFirst().process().isAlive() ? 0 : 1;
        return call(method, addresses.get(node).resolve(path), body);
    }

    /** Kills the node of this name, which has an incarnation behind it. */
    public void kill(String life) {
        for (int i = jvms.size() - 1; i >= 0; i--) {
            if (life.startsWith(name(i))) {
                jvms.get(i).kill();
                return;
            }
        }
        throw new IllegalStateException("no node is called " + life);
    }

    private String name(int node) {
        return launch.node() + (node == 0 ? "" : node);
    }

    private String call(String method, URI address, String body)
            throws IOException, InterruptedException {
        var request =
                locks.access()
                        .request(address)
                        .timeout(LONGEST_ANSWER)
                        .header("content-type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        var answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() < 200 || answer.statusCode() > 299) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** Equal timers are the same one, so that what is refused can be asked for again. */
    @Override
    public void schedule(Row row) throws Exception {
        post(
                BATCHES_AT_ONCE,
                row.count(),
                LARGEST_BATCH,
                it -> timer(row.name(), it, row.executeAt(it)));
    }

    /** The same for timers of another group, which call somebody else. */
    public void schedule(Row row, String group, String receiver) throws Exception {
        post(
                BATCHES_AT_ONCE,
                row.count(),
                LARGEST_BATCH,
                it -> SampleTimers.json(group, row.name() + "-" + it, row.executeAt(it), receiver));
    }

    @Override
    public LoadResult create(String name, int count, int clients, int batch) throws Exception {
        var later = ContenderProcess.farAhead();
        return post(clients, count, batch, it -> timer(name, it, later.plusMillis(it)));
    }

    private String timer(String name, int number, Instant executeAt) {
        return SampleTimers.json(name + "-" + number, executeAt, launch.receiver());
    }

    private LoadResult post(int clients, int count, int each, IntFunction<String> timers)
            throws Exception {
        var path = each == 1 ? "/api/v1/timers" : "/api/v1/timers/batch";
        var bodies =
                IntStream.range(0, (count + each - 1) / each)
                        .mapToObj(
                                it -> each == 1 ? timers.apply(it) : batch(it, each, count, timers))
                        .map(Buffer::buffer)
                        .toList();
        var targets = addresses.stream().map(it -> it.resolve(path)).toList();
        return HttpLoad.post(
                launch.stage().vertx(), targets, locks.access(), clients, bodies, each);
    }

    private static String batch(int number, int each, int count, IntFunction<String> timers) {
        return IntStream.range(number * each, Math.min(count, (number + 1) * each))
                .mapToObj(timers)
                .collect(Collectors.joining(",", "{\"timers\":[", "]}"));
    }

    @Override
    public boolean hasPending() throws IOException, InterruptedException {
        var timers = get(addresses.getFirst(), "/api/v1/groups/default/timers?limit=1");
        var first = EXECUTE_AT.matcher(timers);
        return first.find() && Instant.parse(first.group(1)).isBefore(Instant.now().plus(SOON));
    }

    @Override
    public void close() {
        consoles.close();
        http.close();
        jvms.forEach(ChildJvm::close);
    }
}
