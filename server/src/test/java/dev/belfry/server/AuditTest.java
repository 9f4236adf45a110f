package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.access.Role;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server writes of who did what. */
class AuditTest {
    private static final String TIMER =
            """
            {"timerId": "%s", "groupId": "%s", "executeAt": "2090-01-01T00:00:00Z",
             "callbackUrl": "http://a.example/hidden-path", "payload": "hidden-payload",
             "headers": {"Authorization": "hidden-header"}}""";

    @TempDir private Path folder;

    @Test
    void changesAndRefusalsAreRecordedWithTheirOutcomesAndNothingSecret() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var writer = keys.add("writer", Role.WRITE, "own");
        var log = folder.resolve("audit.log");
        var settings =
                Map.of(
                        "auth.keys", keys.path().toString(),
                        "audit.log", log.toString(),
                        "groups.own.shards", "2");
        try (var server = ServerUnderTest.start(settings)) {
            var mine = new String[] {"Authorization", writer};
            server.post("/api/v1/timers", TIMER.formatted("a", "own"), mine);
            server.get("/api/v1/timers/own/a", mine);
            server.post("/api/v1/groups/own/timers", TIMER.formatted("f", "own"), mine);
            server.delete("/api/v1/timers/own/b", mine);
            server.post("/api/v1/groups/own/pause", "{}", mine);
            server.get("/api/v1/groups/default", mine);
            server.get("/api/v1/groups", "Authorization", "Bearer bf_hidden-guess");
            server.get("/health/live");
            var items = TIMER.formatted("c", "own") + "," + TIMER.formatted("d", "foreign");
            server.post("/api/v1/timers/batch", "{\"timers\": [" + items + "]}", mine);
        }
        var text = Files.readString(log);
        assertThat(text).doesNotContain("hidden", writer.substring("Bearer ".length()));
        assertThat(text.lines().map(AuditTest::core).toList())
                .isEqualTo(
                        List.of(
                                "writer|write|POST /api/v1/timers|201|groupId:own,timerId:a",
                                "writer|write|POST /api/v1/groups/{groupId}/timers|201|groupId:own,timerId:f",
                                "writer|write|DELETE /api/v1/timers/{groupId}/{timerId}|404|groupId:own,timerId:b",
                                "writer|write|POST /api/v1/groups/{groupId}/pause|403|groupId:own",
                                "writer|write|GET /api/v1/groups/{groupId}|403|groupId:default",
                                "nobody|read|GET /api/v1/groups|401|",
                                "writer|write|POST /api/v1/timers/batch|200|timers:[{groupId:own,timerId:c,timerStatus:201},{groupId:foreign,timerId:d,timerStatus:403}]"));
    }

    /** What happens to whole groups can undo more than any other call. */
    @Test
    void changesOfGroupsAndBulkJobsAreRecordedWithWhatTheyDo() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("chief", Role.ADMIN, "*");
        var log = folder.resolve("audit.log");
        var settings = Map.of("auth.keys", keys.path().toString(), "audit.log", log.toString());
        var job = "";
        try (var server = ServerUnderTest.start(settings)) {
            var chief = new String[] {"Authorization", admin};
            server.put("/api/v1/groups/team", "{\"shards\": 1}", chief);
            server.patch("/api/v1/groups/team", "{\"retention\": \"1h\"}", chief);
            job =
                    server.post(
                                    "/api/v1/groups/team/bulk",
                                    "{\"action\": \"delete\", \"idPrefix\": \"hidden-\"}",
                                    chief)
                            .field("jobId");
            server.get("/api/v1/groups/team/bulk/" + job, chief);
            server.delete("/api/v1/groups/team/bulk/" + job, chief);
            server.delete("/api/v1/groups/team/bulk/hidden", chief);
            server.delete("/api/v1/groups/team?drop=true", chief);
        }
        var text = Files.readString(log);
        assertThat(text).doesNotContain("hidden");
        assertThat(text.lines().map(AuditTest::core).toList())
                .isEqualTo(
                        List.of(
                                "chief|admin|PUT /api/v1/groups/{groupId}|201|groupId:team",
                                "chief|admin|PATCH /api/v1/groups/{groupId}|200|groupId:team",
                                "chief|admin|POST /api/v1/groups/{groupId}/bulk|202|jobId:%s,bulk:delete,dryRun:false,groupId:team"
                                        .formatted(job),
                                "chief|admin|DELETE /api/v1/groups/{groupId}/bulk/{jobId}|200|jobId:%s,groupId:team"
                                        .formatted(job),
                                "chief|admin|DELETE /api/v1/groups/{groupId}/bulk/{jobId}|404|groupId:team",
                                "chief|admin|DELETE /api/v1/groups/{groupId}|202|drop:true,groupId:team"));
    }

    /** What goes out, comes in, or comes into being on the way of another call. */
    @Test
    void exportsImportsAndGroupsOnFirstUseAreRecorded() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("chief", Role.ADMIN, "*");
        var log = folder.resolve("audit.log");
        var settings =
                Map.of(
                        "auth.keys", keys.path().toString(),
                        "audit.log", log.toString(),
                        "store.groupsOnFirstUse", "10");
        try (var server = ServerUnderTest.start(settings)) {
            var chief = new String[] {"Authorization", admin};
            server.post("/api/v1/timers", TIMER.formatted("a", "one"), chief);
            var items = TIMER.formatted("b", "two") + "," + TIMER.formatted("c", "three");
            server.post("/api/v1/timers/batch", "{\"timers\": [" + items + "]}", chief);
            server.get("/api/v1/groups/one/export", chief);
            server.get("/api/v1/groups/one/export?secrets=true", chief);
            server.post("/api/v1/timers/import?dryRun=true", "{\"timers\": []}", chief);
            server.post("/api/v1/timers/import?replace=true", "{\"timers\": []}", chief);
        }
        assertThat(Files.readString(log).lines().map(AuditTest::core).toList())
                .isEqualTo(
                        List.of(
                                "chief|admin|POST /api/v1/timers|201|groupsMade:one,groupId:one,timerId:a",
                                "chief|admin|POST /api/v1/timers/batch|200|groupsMade:two,three,timers:[{groupId:two,timerId:b,timerStatus:201},{groupId:three,timerId:c,timerStatus:201}]",
                                "chief|admin|GET /api/v1/groups/{groupId}/export|200|secrets:false,groupId:one",
                                "chief|admin|GET /api/v1/groups/{groupId}/export|200|secrets:true,groupId:one",
                                "chief|admin|POST /api/v1/timers/import|200|replace:false,dryRun:true",
                                "chief|admin|POST /api/v1/timers/import|200|replace:true,dryRun:false"));
    }

    @Test
    void movesOfShardsAreRecordedWithTheirDatabase() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var admin = keys.add("chief", Role.ADMIN, "*");
        var log = folder.resolve("audit.log");
        var settings = Map.of("auth.keys", keys.path().toString(), "audit.log", log.toString());
        var east = new RoutedDatabase("east", new MemoryTimerStore(InstantSource.system()));
        var west = new RoutedDatabase("west", new MemoryTimerStore(InstantSource.system()));
        var store = new RoutedTimerStore(List.of(east, west), _ -> "east");
        try (var server = ServerUnderTest.on(store, settings)) {
            Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
            server.post(
                    "/api/v1/groups/default/moves",
                    "{\"to\": \"west\", \"dryRun\": true}",
                    "Authorization",
                    admin);
        }
        assertThat(Files.readString(log).lines().map(AuditTest::core).toList())
                .containsExactly(
                        "chief|admin|POST /api/v1/groups/{groupId}/moves|200|to:west,dryRun:true,groupId:default");
    }

    /** The line without its time and addresses. */
    private static String core(String line) {
        return line.replaceFirst(".*\"caller\":\"([^\"]*)\",\"role\":\"([^\"]*)\",", "$1|$2|")
                .replaceFirst(
                        "\"from\":\"127.0.0.1\",\"requestId\":\"[0-9a-f]{16}\",\"action\":\"([^\"]*)\",",
                        "$1|")
                .replaceFirst("\"status\":(\\d+),?", "$1|")
                .replaceFirst("}$", "")
                .replace("\"", "");
    }
}
