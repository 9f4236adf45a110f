package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.access.Role;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.server.TestKeys;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that let timers make groups: three besides the default one. */
class FirstUseTest {
    private static final String TIMER =
            "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
    private static final String ITEM =
            "{\"groupId\": \"%s\", \"timerId\": \"t\", \"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}";

    @TempDir private Path folder;

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());
    private ServerUnderTest server;
    private ServerUnderTest other;
    private String admin = "";
    private String tenant = "";

    @BeforeEach
    void start() {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        admin = keys.add("admin", Role.ADMIN, "*");
        tenant = keys.add("tenant", Role.WRITE, "tenant-*");
        server = start("a", keys);
        other = start("b", keys);
        Eventually.holds("both ready", () -> isReady(server) && isReady(other));
    }

    private static boolean isReady(ServerUnderTest node) {
        return node.get("/health/ready").status() == 200;
    }

    private ServerUnderTest start(String id, TestKeys keys) {
        return ServerUnderTest.on(
                store,
                Map.of(
                        "node.id",
                        id,
                        "cluster.secret",
                        "a-secret-of-many-letters",
                        "auth.keys",
                        keys.path().toString(),
                        "store.groupsOnFirstUse",
                        "4"));
    }

    @AfterEach
    void stop() {
        server.close();
        other.close();
    }

    @Test
    void aNewTimerMakesItsGroupOnAllNodes() {
        assertThat(put(server, "tenant-1", tenant).status()).isEqualTo(201);
        assertThat(show("tenant-1").json().path("shardCount").asInt()).isEqualTo(16);
        assertThat(put(other, "tenant-1", tenant).status()).isEqualTo(200);
    }

    @Test
    void aBatchMakesGroupsAsLongAsThereAreFewEnough() {
        assertThat(batch(List.of("tenant-1", "foreign", "tenant-2", "tenant-3", "tenant-4")))
                .containsExactly(201, 403, 201, 201, 404);
        assertThat(show("tenant-1").status()).isEqualTo(200);
        assertThat(show("tenant-4").field("code")).isEqualTo("GROUP_NOT_FOUND");
        var late = put(server, "tenant-4", tenant);
        assertThat(late.status()).isEqualTo(404);
        assertThat(late.field("detail")).contains("tenant-4");
    }

    /** It had more shards than a call may give it, and keeps them for ever. */
    @Test
    void aGroupThatCanNotBeMadeKeepsNoOtherOut() {
        store.leases().openGroup(Group.of("tenant-former", 1_025));
        assertThat(batch(List.of("tenant-former", "tenant-1"))).containsExactly(404, 201);
        assertThat(put(server, "tenant-former", tenant).field("code")).isEqualTo("GROUP_NOT_FOUND");
    }

    private List<Integer> batch(List<String> groups) {
        var items = groups.stream().map(ITEM::formatted).toList();
        var reply = send("POST", "/api/v1/timers/batch", "{\"timers\": " + items + "}", tenant);
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        return statuses;
    }

    @Test
    void nothingElseMakesAGroup() {
        assertThat(send("GET", "/api/v1/groups/tenant-1/timers/t", "", tenant).status())
                .isEqualTo(404);
        assertThat(send("DELETE", "/api/v1/groups/tenant-1/timers/t", "", tenant).status())
                .isEqualTo(404);
        assertThat(send("PUT", "/api/v1/groups/tenant-1/timers/t", "{}", tenant).status())
                .isEqualTo(400);
        assertThat(put(server, "foreign", tenant).status()).isEqualTo(403);
        for (var group : List.of("tenant-1", "foreign")) {
            assertThat(show(group).field("code")).isEqualTo("GROUP_NOT_FOUND");
        }
    }

    private Reply show(String group) {
        return server.get("/api/v1/groups/" + group, "Authorization", admin);
    }

    private static Reply put(ServerUnderTest node, String group, String said) {
        return node.send(
                "PUT",
                "/api/v1/groups/" + group + "/timers/t",
                Optional.of(TIMER),
                "Authorization",
                said);
    }

    private Reply send(String method, String path, String body, String said) {
        return server.send(
                method,
                path,
                body.isEmpty() ? Optional.empty() : Optional.of(body),
                "Authorization",
                said);
    }
}
