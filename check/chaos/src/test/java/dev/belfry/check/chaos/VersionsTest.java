package dev.belfry.check.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Lateness;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.check.processes.Ticks;
import dev.belfry.check.simulation.cluster.Sabotage;
import dev.belfry.check.simulation.cluster.Variant;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers of this release and of a next one, which speaks a protocol more, on one PostgreSQL. */
@Tag("system")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VersionsTest {
    private static final String PROTOCOL = "http/src/main/java/dev/belfry/http/peer/Protocol.java";
    private static final Duration APART = Duration.ofMillis(50);

    /** In the second protocol a header has another name: whoever knows the first only is lost. */
    private static final Sabotage NEXT =
            Sabotage.sabotage(
                            "the next release",
                            PROTOCOL,
                            "private static final int NEWEST = 1;",
                            "private static final int NEWEST = 2;")
                    .and(
                            PROTOCOL,
                            "int hops = number(headers, HOPS);",
                            "int hops = number(headers, version == 2 ? \"Belfry-Steps\" : HOPS);")
                    .and(
                            PROTOCOL,
                            ".set(HOPS, Integer.toString(onward.hops()))",
                            ".set(common(other) == 2 ? \"Belfry-Steps\" : HOPS,"
                                    + " Integer.toString(onward.hops()))");

    private final DatabaseProcess database = DatabaseProcess.of("postgres", "versions");
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Nodes nodes;
    private ServerProcess.Launch now;
    private ServerProcess.Launch next;

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        database.remove();
        database.start();
        nodes = new Nodes(http, folder, "a", "b");
        var variant = Files.createDirectories(folder.resolve("variant"));
        Variant.compile(NEXT, variant);
        now = new ServerProcess.Launch(List.of("-Dbelfry.version=1.0"), "");
        next = new ServerProcess.Launch(List.of("-Dbelfry.version=1.1"), variant.toString());
    }

    @AfterAll
    void close() throws Exception {
        nodes.close();
        database.remove();
        http.close();
    }

    /** From one release to the next and back, one node after the other. */
    @Test
    @Timeout(240)
    void aClusterIsUpgradedNodeByNodeAndBack() throws Exception {
        start("a", now);
        start("b", now);
        worksAs("1.0/1", "1.0/1");
        replace("b", next);
        worksAs("1.0/1", "1.1/2");
        replace("a", next);
        worksAs("1.1/2", "1.1/2");
        replace("b", now);
        worksAs("1.1/2", "1.0/1");
        nodes.stopAll();
    }

    private void start(String name, ServerProcess.Launch launch) throws Exception {
        nodes.start(name, Map.of("store.url", database.url()), launch);
        nodes.process(name).awaitReady(http);
    }

    /** Timers are due before, while and after it is away; each is to come once. */
    private void replace(String name, ServerProcess.Launch launch) throws Exception {
        try (var ticks = new Ticks()) {
            var ids = IntStream.range(0, 100).mapToObj(i -> "roll-" + name + i).toList();
            var first = Instant.now().plusSeconds(1);
            var batch = ticks.items(ids, first, APART);
            var created = nodes.read(nodes.ask(name, "POST", "/api/v1/timers/batch", batch));
            assertThat(created.path("results").valueStream())
                    .allMatch(it -> it.path("status").asInt() == 201);
            nodes.stop(name);
            start(name, launch);
            var late = ticks.await(ids, first.plus(APART.multipliedBy(ids.size())));
            System.out.printf("%s replaced: %s%n", name, Lateness.summary(late));
            assertThat(late).noneMatch(Lateness::isEarly);
            assertThat(ticks.repeated()).isEmpty();
        }
    }

    /** Both show both, share the shards, and bring each other what is not theirs. */
    private void worksAs(String a, String b) throws Exception {
        for (var name : nodes.names()) {
            nodes.awaitSettled(name, 2);
            assertThat(version(name, "a")).isEqualTo(a);
            assertThat(version(name, "b")).isEqualTo(b);
            assertThat(nodes.shardsOf(name, name)).hasSize(8);
        }
        for (int shard = 0; shard < 16; shard++) {
            throughBoth(Nodes.idsIn(shard, "one", 1).getFirst());
        }
        pausedFor("a", "b");
        pausedFor("b", "a");
        for (var name : nodes.names()) {
            assertThat(nodes.cluster(name).at("/node/changesForwarded").asInt()).isPositive();
        }
    }

    private String version(String asked, String name) throws Exception {
        return nodes.cluster(asked)
                .path("members")
                .valueStream()
                .filter(it -> it.path("nodeId").asText().equals(name))
                .map(it -> it.path("version").asText() + "/" + it.path("protocol").asText())
                .findFirst()
                .orElseThrow();
    }

    private void throughBoth(String id) throws Exception {
        var path = "/api/v1/timers/default/" + id;
        var body = "{\"executeAt\":\"2031-01-01T00:00:00Z\",\"callbackUrl\":\"http://a.example\"}";
        assertThat(status("a", "PUT", path, body)).isEqualTo(201);
        assertThat(status("b", "PATCH", path, "{\"payload\":1}")).isEqualTo(200);
        assertThat(status("a", "DELETE", path, "")).isEqualTo(204);
        assertThat(status("b", "DELETE", path, "")).isEqualTo(404);
    }

    /** 200 says that all nodes have confirmed it, 202 that some have not. */
    private void pausedFor(String one, String other) throws Exception {
        assertThat(status(one, "POST", "/api/v1/groups/default/pause", "")).isEqualTo(200);
        assertThat(status(other, "POST", "/api/v1/groups/default/resume", "")).isEqualTo(200);
    }

    private int status(String name, String method, String path, String body) throws Exception {
        return nodes.ask(name, method, path, body).statusCode();
    }
}
