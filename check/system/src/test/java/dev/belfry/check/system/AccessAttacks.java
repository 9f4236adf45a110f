package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.FOREIGN;
import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Attacks of callers who have a key, but not for what they do with it. */
final class AccessAttacks {
    private AccessAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "API1",
                        "every call with a group of others, made from the OpenAPI file",
                        AccessAttacks::everyCall),
                Attack.of(
                        "API1",
                        "a timer of others in a batch of one's own",
                        AccessAttacks::mixedBatch),
                Attack.of(
                        "API1",
                        "another group in the body than in the path",
                        AccessAttacks::twoGroups),
                Attack.of(
                        "API1",
                        "a group of others in other spellings: case, escapes, dot segments",
                        AccessAttacks::spellings),
                Attack.of(
                        "API1", "the cursor of another group's list", AccessAttacks::foreignCursor),
                Attack.of(
                        "API1",
                        "asking which groups there are, by the answers to those of others",
                        AccessAttacks::probing),
                Attack.of(
                        "API1",
                        "views of all groups: groups, cluster, alarms, history, events",
                        AccessAttacks::views),
                Attack.of(
                        "API3",
                        "fields that only the server sets: state, attempts, revision, uuid",
                        AccessAttacks::massAssignment),
                Attack.of("API3", "a patch of a timer's group or name", AccessAttacks::patchedName),
                Attack.of(
                        "API3",
                        "reading stored header values and credentials back",
                        AccessAttacks::readBack));
    }

    /** AccessTableTest has every role; here it is the changes that must not happen. */
    private static void everyCall(AttackedServer server) throws Exception {
        assertThat(server.create(timer(FOREIGN, "theirs", ""), server.admin).statusCode())
                .isBetween(200, 201);
        var before = server.get("getTimer", FOREIGN, "theirs", server.admin).body();
        int asked = 0;
        for (var path : AttackedServer.api().root().path("paths").properties()) {
            for (var call : path.getValue().properties()) {
                if (isOfGroup(call.getValue())) {
                    everyCall(server, path.getKey(), call.getKey(), call.getValue());
                    asked++;
                }
            }
        }
        assertThat(asked).isGreaterThan(15);
        assertThat(server.get("getTimer", FOREIGN, "theirs", server.admin).body())
                .isEqualTo(before);
        assertThat(server.get("getGroup", FOREIGN, "", server.admin).body())
                .contains("\"paused\":false");
    }

    private static boolean isOfGroup(JsonNode call) {
        return List.of("path", "query", "body").contains(call.path("x-groups").asText());
    }

    private static void everyCall(
            AttackedServer server, String path, String method, JsonNode described)
            throws Exception {
        var at = path.replace("{groupId}", FOREIGN).replaceAll("\\{[^}]*}", "theirs");
        var target =
                described.path("x-groups").asText().equals("query")
                        ? at + "?groupId=" + FOREIGN
                        : at;
        var one = timer(FOREIGN, "theirs", "");
        var body =
                AttackedServer.isRead(method)
                        ? Optional.<String>empty()
                        : Optional.of(
                                path.endsWith("/batch") ? "{\"timers\": [" + one + "]}" : one);
        for (var key : List.of(server.reader, server.writer, server.operator)) {
            var answer = server.send(method.toUpperCase(Locale.ROOT), target, body, key);
            assertThat(answer.body()).as("%s %s", method, target).contains("FORBIDDEN");
        }
    }

    private static void mixedBatch(AttackedServer server) throws Exception {
        var items =
                String.join(
                        ",",
                        timer(OWN, server.unusedName(), ""),
                        timer(FOREIGN, "planted", ""),
                        timer(OWN, server.unusedName(), ""));
        var answer =
                server.send(
                        "POST",
                        path("changeTimers", OWN, ""),
                        Optional.of("{\"timers\": [" + items + "]}"),
                        server.writer);
        assertThat(answer.body().split("\"status\": ?201", -1)).hasSize(3);
        assertThat(answer.body().split("\"FORBIDDEN\"", -1)).hasSize(2);
        assertThat(server.get("getTimer", FOREIGN, "planted", server.admin).statusCode())
                .isEqualTo(404);
    }

    private static void twoGroups(AttackedServer server) throws Exception {
        var answer =
                server.send(
                        "PUT",
                        path("putTimer", OWN, "x"),
                        Optional.of(timer(FOREIGN, "x", "")),
                        server.writer);
        assertThat(answer.statusCode()).isBetween(400, 499);
        assertThat(server.get("getTimer", FOREIGN, "x", server.admin).statusCode()).isEqualTo(404);
    }

    private static void spellings(AttackedServer server) throws Exception {
        for (var group :
                List.of(
                        "FOREIGN",
                        "Foreign",
                        "foreig%6e",
                        "own%2F..%2Fforeign",
                        "own%2f%2e%2e%2fforeign",
                        "foreign%00",
                        "foreign%20",
                        "%ff",
                        "f%6Freign%2f",
                        "own,foreign",
                        "*")) {
            var target = path("getTimer", group, "theirs");
            assertThat(FunctionAttacks.raw(server, "GET", target, server.writer))
                    .as(target)
                    .containsPattern("^HTTP/1.1 (400|403|404) ");
        }
    }

    private static void foreignCursor(AttackedServer server) throws Exception {
        for (int i = 0; i < 3; i++) {
            server.create(timer(FOREIGN, "page-" + i, ""), server.admin);
        }
        var first =
                server.send(
                        "GET",
                        path("listTimers", FOREIGN, "") + "?limit=1",
                        Optional.empty(),
                        server.admin);
        var cursor = first.body().replaceFirst("(?s).*\"nextCursor\": ?\"([^\"]+)\".*", "$1");
        var answer =
                server.send(
                        "GET",
                        path("listTimers", OWN, "") + "?cursor=" + cursor,
                        Optional.empty(),
                        server.writer);
        assertThat(answer.body()).doesNotContain("page-", FOREIGN);
    }

    private static void probing(AttackedServer server) throws Exception {
        for (var call : List.of("getGroup", "listTimers", "getTimer", "explainTimer")) {
            var there = server.get(call, FOREIGN, "theirs", server.writer);
            var absent = server.get(call, "absent0", "theirs", server.writer);
            assertThat(there.statusCode()).as(call).isEqualTo(403);
            assertThat(absent.statusCode()).as(call).isEqualTo(403);
            assertThat(absent.body().replace("absent0", FOREIGN)).isEqualTo(there.body());
        }
    }

    private static void views(AttackedServer server) throws Exception {
        for (var call : List.of("listGroups", "getCluster", "listAlarms")) {
            var answer = server.get(call, "", "", server.reader);
            assertThat(answer.statusCode()).as(call).isEqualTo(200);
            assertThat(answer.body()).as(call).doesNotContain(FOREIGN, "\"default\"");
        }
        assertThat(server.get("getHistory", "", "", server.reader).statusCode()).isEqualTo(403);
        try (var events = server.connect()) {
            events.say(
                    "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                            .formatted(path("events", "", ""), server.reader));
            assertThat(events.upTo("\"total\"")).contains(" 200 ");
            assertThat(events.upTo("\n\n")).contains(OWN).doesNotContain(FOREIGN, "\"default\"");
        }
    }

    private static void massAssignment(AttackedServer server) throws Exception {
        for (var field :
                List.of(
                        "\"state\": \"FAILED\"",
                        "\"attempts\": 5",
                        "\"revision\": 99",
                        "\"uuid\": \"00000000-0000-0000-0000-000000000000\"",
                        "\"lastError\": \"x\"",
                        "\"generation\": 7",
                        "\"shard\": 0",
                        "\"__proto__\": {\"role\": \"admin\"}")) {
            var answer = server.create(timer(OWN, "assigned", ", " + field), server.writer);
            assertThat(answer.statusCode()).as(field).isEqualTo(400);
        }
        assertThat(server.get("getTimer", OWN, "assigned", server.admin).statusCode())
                .isEqualTo(404);
    }

    private static void patchedName(AttackedServer server) throws Exception {
        var before = server.victim("named");
        for (var change : List.of("{\"groupId\": \"foreign\"}", "{\"timerId\": \"other\"}")) {
            var answer =
                    server.send(
                            "PATCH",
                            path("patchTimer", OWN, "named"),
                            Optional.of(change),
                            server.writer,
                            "Content-Type",
                            "application/merge-patch+json");
            assertThat(answer.statusCode()).as(change).isEqualTo(400);
        }
        server.requireUntouched("named", before);
    }

    private static void readBack(AttackedServer server) throws Exception {
        var made =
                server.create(
                        timer(
                                OWN,
                                "secretive",
                                ", \"headers\": {\"Authorization\": \"Bearer hunter2\"}"),
                        server.writer);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        assertThat(made.body()).doesNotContain("hunter2");
        for (var call : List.of("getTimer", "explainTimer", "listTimers", "getGroup")) {
            var answer = server.get(call, OWN, "secretive", server.admin);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).as(call).doesNotContain("hunter2");
        }
        assertThat(server.log()).doesNotContain("hunter2");
    }
}
