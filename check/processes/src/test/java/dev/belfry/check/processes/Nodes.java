package dev.belfry.check.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.TimerKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/** Servers in processes of their own on one database, by their names. Confined to one thread. */
public final class Nodes implements AutoCloseable {
    private final HttpClient http;
    private final Path folder;
    private final SequencedMap<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Integer> peerPorts = new HashMap<>();
    private final Map<String, ServerProcess> running = new LinkedHashMap<>();
    private final ObjectMapper json = new ObjectMapper();

    public Nodes(HttpClient http, Path folder, String... names) {
        this.http = http;
        this.folder = folder;
        for (var name : names) {
            ports.put(name, ServerProcess.freePort());
            peerPorts.put(name, ServerProcess.freePort());
        }
    }

    public List<String> names() {
        return List.copyOf(ports.keySet());
    }

    public List<Integer> ports() {
        return List.copyOf(ports.values());
    }

    public int port(String name) {
        return ports.get(name);
    }

    /** Where it listens to the others. */
    public int peerPort(String name) {
        return peerPorts.get(name);
    }

    public boolean isRunning(String name) {
        return running.containsKey(name);
    }

    public ServerProcess process(String name) {
        return running.get(name);
    }

    public void start(String name, String storeUrl) throws IOException {
        start(name, Map.of("store.url", storeUrl), ServerProcess.Launch.PLAIN);
    }

    public void start(String name, Map<String, String> more, ServerProcess.Launch launch)
            throws IOException {
        var own = Files.createDirectories(folder.resolve(name));
        var settings = new HashMap<>(more);
        settings.put("http.port", "" + port(name));
        settings.put("cluster.port", "" + peerPort(name));
        settings.put("node.id", name);
        settings.put("cluster.secret", "only-these-three-know-it");
        running.put(name, ServerProcess.start(own, settings, launch));
    }

    public void awaitReady() throws IOException, InterruptedException {
        for (var process : running.values()) {
            process.awaitReady(http);
        }
    }

    /** Waits until a node sees so many of them, and every shard is with the one it should be. */
    public void awaitSettled(String name, int members) throws IOException, InterruptedException {
        while (!isSettled(cluster(name), members)) {
            Thread.sleep(50);
        }
    }

    public boolean isSettled(String name, int members) throws IOException, InterruptedException {
        return isSettled(cluster(name), members);
    }

    private static boolean isSettled(JsonNode cluster, int members) {
        return cluster.at("/node/viewSize").asInt() == members
                && cluster.path("groups")
                        .valueStream()
                        .flatMap(group -> group.path("shards").valueStream())
                        .allMatch(shard -> shard.has("owner") && !shard.has("movesTo"));
    }

    /** Indexes of the default group's shards that a node owns. */
    public List<Integer> shardsOf(String owner, String asked)
            throws IOException, InterruptedException {
        return cluster(asked)
                .at("/groups/0/shards")
                .valueStream()
                .filter(shard -> shard.path("owner").asText("").equals(owner))
                .map(shard -> shard.path("index").asInt())
                .toList();
    }

    public JsonNode cluster(String name) throws IOException, InterruptedException {
        return json.readTree(ask(name, "GET", "/api/v1/cluster", "").body());
    }

    public HttpResponse<String> ask(String name, String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(name) + path))
                        .timeout(Duration.ofSeconds(20))
                        .header("Content-Type", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))
                        .build();
        return http.send(request, BodyHandlers.ofString());
    }

    public JsonNode read(HttpResponse<String> response) throws IOException {
        return json.readTree(response.body());
    }

    /** Who is running. */
    public List<String> alive() {
        return List.copyOf(running.keySet());
    }

    /** SIGKILL. */
    public void kill(String name) throws InterruptedException {
        running.remove(name).kill();
    }

    /** SIGTERM; fails if it has failures in its log. */
    public void stop(String name) {
        running.remove(name).stop();
    }

    public void stopAll() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }

    /** Ids of timers that lie in this shard of a group with the smallest number of shards. */
    public static List<String> idsIn(int shard, String prefix, int count) {
        var group = Group.of("default", Group.SMALL);
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> prefix + i)
                .filter(id -> group.shardOf(new TimerKey(group.id(), id)).index() == shard)
                .limit(count)
                .toList();
    }

    @Override
    public void close() {
        for (var process : running.values()) {
            try {
                process.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
