package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.FOREIGN;
import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.access.Role;
import dev.belfry.server.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Attacks with groups, bulk jobs and looks through many groups, of which somebody has a few. */
final class TenantAttacks {
    private TenantAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "API1",
                        "timers of others by their correlation id, and by a cursor that names their group",
                        TenantAttacks::correlated),
                Attack.of(
                        "API1",
                        "a bulk job of others under one's own group, to read or cancel it",
                        TenantAttacks::foreignJob),
                Attack.of(
                        "API1",
                        "names of groups by a prefix, a cursor or a filter",
                        TenantAttacks::names),
                Attack.of(
                        "API4",
                        "groups with as many shards as there can be, one after the other",
                        TenantAttacks::shards),
                Attack.of("API4", "bulk jobs without end", TenantAttacks::jobs),
                Attack.of(
                        "API4",
                        "thousands of calls to groups that there are not",
                        TenantAttacks::unknown),
                Attack.of(
                        "API7",
                        "notices of failures led to inner addresses, by a timer and by a group",
                        TenantAttacks::notices));
    }

    private static HttpResponse<String> get(AttackedServer server, String target, String key)
            throws IOException, InterruptedException {
        return server.send("GET", target, Optional.empty(), key);
    }

    private static void correlated(AttackedServer server) throws Exception {
        for (var group : List.of(OWN, FOREIGN)) {
            var made =
                    server.create(
                            timer(group, "shared-" + group, ", \"correlationId\": \"shared\""),
                            server.admin);
            assertThat(made.statusCode()).as(made.body()).isBetween(200, 201);
        }
        var find = path("findTimers", "", "") + "?correlationId=shared";
        assertThat(get(server, find, server.reader).body())
                .contains("shared-own")
                .doesNotContain(FOREIGN);
        assertThat(get(server, find + "&groupId=" + FOREIGN, server.reader).statusCode())
                .isEqualTo(403);
        for (var place : List.of("foreign p ", "foreign k ", "default p ", "a p ", "zzz k ")) {
            var cursor =
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(place.getBytes(StandardCharsets.UTF_8));
            assertThat(get(server, find + "&cursor=" + cursor, server.reader).body())
                    .as(place)
                    .doesNotContain(FOREIGN, "default");
        }
    }

    private static HttpResponse<String> startJob(AttackedServer server, String group, String key)
            throws IOException, InterruptedException {
        return server.send(
                "POST",
                path("startBulkJob", group, ""),
                Optional.of("{\"action\": \"delete\", \"idPrefix\": \"none-\", \"dryRun\": true}"),
                key);
    }

    private static String idOf(HttpResponse<String> job) {
        assertThat(job.statusCode()).as(job.body()).isEqualTo(202);
        return job.body().replaceFirst("(?s).*\"jobId\": ?\"([^\"]+)\".*", "$1");
    }

    private static void foreignJob(AttackedServer server) throws Exception {
        var theirs = idOf(startJob(server, FOREIGN, server.admin));
        for (var name : List.of(theirs, "..%2F" + FOREIGN + "%2F" + theirs, "%2e%2e")) {
            var target = path("listBulkJobs", OWN, "") + "/" + name;
            for (var method : List.of("GET", "DELETE")) {
                assertThat(FunctionAttacks.raw(server, method, target, server.operator))
                        .as("%s %s", method, target)
                        .containsPattern("^HTTP/1.1 (400|404) ");
            }
        }
        assertThat(get(server, path("listBulkJobs", OWN, ""), server.operator).body())
                .doesNotContain(theirs);
        assertThat(get(server, path("listBulkJobs", FOREIGN, ""), server.admin).body())
                .contains(theirs)
                .doesNotContain("CANCELLED");
    }

    private static void names(AttackedServer server) throws Exception {
        var groups = path("listGroups", "", "");
        var cursor =
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString("fore".getBytes(StandardCharsets.UTF_8));
        for (var query :
                List.of("?prefix=for", "?prefix=foreign", "?prefix=", "?cursor=" + cursor)) {
            assertThat(get(server, groups + query, server.reader).body())
                    .as(query)
                    .doesNotContain("\"groupId\":\"" + FOREIGN, "\"default\"");
        }
    }

    private static HttpResponse<String> put(
            AttackedServer server, String group, String settings, String key)
            throws IOException, InterruptedException {
        return server.send("PUT", path("putGroup", group, ""), Optional.of(settings), key);
    }

    private static void shards(AttackedServer server) throws Exception {
        var landlord = server.keys.add("landlord", Role.ADMIN, "tenant-*");
        Eventually.holds("the key is known", () -> isKnown(server, landlord));
        for (int i = 0; i < 50; i++) {
            var answer = put(server, "tenant-" + i, "{\"shards\": 65536}", landlord);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        }
        assertThat(put(server, "tenant", "{\"shards\": 1}", landlord).statusCode()).isEqualTo(403);
        assertThat(put(server, "tenant-1", "{\"shards\": 1}", landlord).statusCode())
                .isEqualTo(201);
        ExhaustionAttacks.requireCreates(server);
    }

    private static boolean isKnown(AttackedServer server, String key) {
        try {
            return get(server, path("listGroups", "", ""), key).statusCode() == 200;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void jobs(AttackedServer server) throws Exception {
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 200; i++) {
            statuses.add(startJob(server, OWN, server.operator).statusCode());
        }
        assertThat(statuses).containsOnly(202, 409);
        assertThat(statuses.stream().filter(it -> it == 202).count()).isLessThan(200);
        var listed = get(server, path("listBulkJobs", OWN, ""), server.operator).body();
        assertThat(listed.split("\"jobId\"", -1).length - 1).isLessThanOrEqualTo(100 + 10);
        ExhaustionAttacks.requireCreates(server);
    }

    private static void unknown(AttackedServer server) throws Exception {
        for (int i = 0; i < 2_000; i++) {
            var target = path("getTimer", "nobody-" + i, "t");
            assertThat(get(server, target, server.admin).statusCode()).isEqualTo(404);
        }
        ExhaustionAttacks.requireCreates(server);
    }

    private static void notices(AttackedServer server) throws Exception {
        for (var url :
                List.of(
                        "http://127.0.0.1:" + server.trap.port() + "/",
                        "http://169.254.169.254/latest/meta-data",
                        "http://[::1]/",
                        "file:///etc/passwd")) {
            var notice = "\"onFailed\": \"" + url + "\"";
            var id = server.unusedName();
            var answer = server.create(timer(OWN, id, ", " + notice), server.writer);
            assertThat(answer.statusCode()).as(answer.body()).isIn(400, 422);
            assertThat(put(server, OWN, "{" + notice + "}", server.admin).statusCode())
                    .as(url)
                    .isIn(400, 422);
        }
    }
}
