package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups that are made, changed and deleted by calls. Each test has groups of its own. */
class GroupChangesTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of("groups.default.shards", "4", "limits.page", "50"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String path(String group) {
        return "/api/v1/groups/" + group;
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private static Reply put(String group, String settings, String... headers) {
        return server.put(path(group), json(settings), headers);
    }

    private static Reply patch(String group, String settings, String... headers) {
        return server.patch(path(group), json(settings), headers);
    }

    private static Reply createTimer(String group) {
        return server.put(
                path(group) + "/timers/t",
                json("{'executeAt':'2090-01-01T00:00:00Z','callbackUrl':'http://a.example'}"));
    }

    @Test
    void aGroupIsMadeWithWhatIsUsual() {
        var made = put("usual", "{}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo(path("usual"));
        var shown = server.get(path("usual"));
        assertThat(shown.header("ETag")).isEqualTo(made.header("ETag"));
        var configured = server.get(path("default")).json();
        for (var setting :
                List.of("retention", "failedRetention", "attemptLog", "callbackTimeout")) {
            assertThat(shown.json().path(setting)).isEqualTo(configured.path(setting));
        }
        assertThat(shown.json().path("retryPolicy")).isEqualTo(configured.path("retryPolicy"));
        assertThat(shown.json().path("limits").toString()).isEqualTo("{\"weight\":1}");
        assertThat(shown.json().path("shardCount").asInt()).isEqualTo(16);
        assertThat(shown.field("phase")).isEqualTo("SERVING");
    }

    @Test
    void aCallMakesNoGroupWithMoreShardsThanItsOwnShare() {
        var reply = put("crowd", "{'shards': 65536}");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.field("field")).isEqualTo("shards");
        assertThat(server.get(path("crowd")).status()).isEqualTo(404);
    }

    @Test
    void theSameSettingsAgainChangeNothing() {
        var settings =
                """
                {'shards':2,'retention':'1h','failedRetention':'2d','attemptLog':false,'onFailed':'http://told.example/',
                'callbackTimeout':'5s','retryPolicy':{'maxAttempts':3},
                'limits':{'weight':5,'ratePerSecond':0.5,'burst':7,'concurrency':9}}
                """;
        var made = put("same", settings);
        assertThat(made.status()).isEqualTo(201);
        var again = put("same", settings);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(again.text()).isEqualTo(made.text());
        assertThat(made.json().at("/limits/ratePerSecond").asDouble()).isEqualTo(0.5);
        assertThat(made.json().at("/limits/burst").asInt()).isEqualTo(7);
        assertThat(made.field("onFailed")).isEqualTo("http://told.example/");

        var other = put("same", "{'retention':'2h'}");
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.header("ETag")).isNotEqualTo(made.header("ETag"));
        assertThat(other.field("retention")).isEqualTo("2h");
        assertThat(other.field("callbackTimeout")).isEqualTo("30s");
        assertThat(other.json().path("shardCount").asInt()).isEqualTo(2);
        assertThat(other.json().path("limits").toString()).isEqualTo("{\"weight\":1}");
    }

    @Test
    void aPatchChangesWhatItNamesAndNullIsWhatIsUsual() {
        put(
                "patched",
                "{'retention':'1h','retryPolicy':{'maxAttempts':3},'limits':{'weight':5,'ratePerSecond':10,'concurrency':9}}");
        var slower = patch("patched", "{'limits':{'ratePerSecond':2.5}}");
        assertThat(slower.status()).isEqualTo(200);
        assertThat(slower.json().path("limits").toString())
                .isEqualTo("{\"weight\":5,\"ratePerSecond\":2.5,\"burst\":3,\"concurrency\":9}");
        assertThat(slower.field("retention")).isEqualTo("1h");
        var free = patch("patched", "{'limits':{'ratePerSecond':null,'concurrency':null}}");
        assertThat(free.json().path("limits").toString()).isEqualTo("{\"weight\":5}");
        var patient = patch("patched", "{'retryPolicy':{'maxInterval':'2h'}}");
        assertThat(patient.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(3);
        assertThat(patient.json().at("/retryPolicy/maxInterval").asText()).isEqualTo("2h");
        var usual = patch("patched", "{'retention':null,'retryPolicy':null,'limits':null}");
        assertThat(usual.field("retention")).isEqualTo("0ms");
        assertThat(usual.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(1000);
        assertThat(usual.json().path("limits").toString()).isEqualTo("{\"weight\":1}");
        var nothing = patch("patched", "{}");
        assertThat(nothing.status()).isEqualTo(200);
        assertThat(nothing.header("ETag")).isEqualTo(usual.header("ETag"));
    }

    @Test
    void nullInsideOfARetryPolicyIsWhatIsUsual() {
        put(
                "retried",
                "{'retryPolicy':{'maxAttempts':3,'maxInterval':'2h','success':'strict','permanentStatuses':[404]}}");
        var patched =
                patch("retried", "{'retryPolicy':{'maxAttempts':null,'permanentStatuses':null}}");
        assertThat(patched.status()).as("%s", patched).isEqualTo(200);
        assertThat(patched.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(1000);
        assertThat(patched.json().at("/retryPolicy/permanentStatuses")).isEmpty();
        assertThat(patched.json().at("/retryPolicy/maxInterval").asText()).isEqualTo("2h");
        var few =
                patch(
                        "retried",
                        "{'retryPolicy':{'maxAttempts':null,'maxRetries':4,'maxInterval':null}}");
        assertThat(few.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(5);
        assertThat(few.json().at("/retryPolicy/maxInterval").asText()).isEqualTo("1h");
        assertThat(few.json().at("/retryPolicy/success").asText()).isEqualTo("strict");
        var usual = patch("retried", "{'retryPolicy':{'maxRetries':null,'success':null}}");
        assertThat(usual.json().path("retryPolicy"))
                .isEqualTo(put("retried", "{}").json().path("retryPolicy"));
    }

    @Test
    void aBurstOfItsOwnStaysAndAnotherFollowsTheRate() {
        put("paced", "{'limits':{'ratePerSecond':10,'burst':40}}");
        var slower = patch("paced", "{'limits':{'ratePerSecond':5}}");
        assertThat(slower.json().path("limits").toString())
                .isEqualTo("{\"weight\":1,\"ratePerSecond\":5.0,\"burst\":40}");
        var usual = patch("paced", "{'limits':{'burst':null}}");
        assertThat(usual.json().at("/limits/burst").asInt()).isEqualTo(5);
        var faster = patch("paced", "{'limits':{'ratePerSecond':20}}");
        assertThat(faster.json().at("/limits/burst").asInt()).isEqualTo(20);
        var both = patch("paced", "{'limits':{'ratePerSecond':30,'burst':7}}");
        assertThat(both.json().at("/limits/burst").asInt()).isEqualTo(7);
    }

    @ParameterizedTest(name = "{0} {1} is refused for {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    PUT   | {'limits':{'ratePerSecond':-1,'concurrency':0}}                 | limits.ratePerSecond limits.concurrency
                    PATCH | {'limits':{'ratePerSecond':-1,'concurrency':0}}                 | limits.ratePerSecond limits.concurrency
                    PUT   | {'limits':{'ratePerSecond':0,'burst':3}}                        | limits.ratePerSecond
                    PUT   | {'limits':{'ratePerSecond':'x','burst':3}}                      | limits.ratePerSecond
                    PUT   | {'limits':{'ratePerSecond':0,'burst':0}}                        | limits.ratePerSecond limits.burst
                    PATCH | {'limits':{'burst':3,'weight':0}}                               | limits.burst limits.weight
                    PUT   | {'shards':0,'limits':{'weight':0},'retryPolicy':{'maxAttempts':0},'retention':'-1s'} | shards limits.weight retryPolicy.maxAttempts retention
                    PUT   | {'shards':null,'failedRetention':'-1s','callbackTimeout':'0s'}  | shards failedRetention callbackTimeout
                    PUT   | {'shards':'many','retention':'-1s','attemptLog':'yes'}          | shards retention attemptLog
                    PATCH | {'limits':{'weight':'x','concurrency':0},'retryPolicy':{'maxAttempts':'x','maxInterval':'0s'}} | limits.weight limits.concurrency retryPolicy.maxAttempts retryPolicy.maxInterval
                    PATCH | {'colour':'red','retryPolicy':{'permanentStatuses':[200],'backoffMultiplier':0}} | colour retryPolicy.permanentStatuses retryPolicy.backoffMultiplier
                    """)
    void allMistakesOfABodyAreNamed(String method, String body, String fields) {
        put("mistaken", "{}");
        var reply = server.send(method, path("mistaken"), Optional.of(json(body)));
        assertThat(reply.status()).as("%s", reply).isEqualTo(400);
        assertThat(reply.json().path("errors").findValuesAsText("field"))
                .containsExactlyInAnyOrder(fields.split(" "));
        assertThat(reply.text()).doesNotContain("groups.mistaken");
    }

    @ParameterizedTest(name = "{0} {1} is refused with {2} {3}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    PUT   | {'shards':0}                          | 400 | shards
                    PUT   | {'shards':70000}                      | 400 | shards
                    PUT   | {'shards':'many'}                     | 400 | shards
                    PUT   | {'shards':null}                       | 400 | shards
                    PUT   | {'shardCount':4}                      | 400 | shardCount
                    PUT   | {'retention':'40000d'}                | 400 | retention
                    PUT   | {'failedRetention':'-1s'}             | 400 | failedRetention
                    PUT   | {'attemptLog':'yes'}                  | 400 | attemptLog
                    PUT   | {'onFailed':''}                       | 400 | onFailed
                    PUT   | {'onFailed':'ftp://a'}                | 400 | onFailed
                    PUT   | {'callbackTimeout':'0s'}              | 400 | callbackTimeout
                    PUT   | {'retryPolicy':{'maxAttempts':0}}     | 400 | retryPolicy.maxAttempts
                    PUT   | {'limits':{'weight':101}}             | 400 | limits.weight
                    PUT   | {'limits':{'ratePerSecond':0}}        | 400 | limits.ratePerSecond
                    PUT   | {'limits':{'burst':3}}                | 400 | limits.burst
                    PUT   | {'limits':{'concurrency':0}}          | 400 | limits.concurrency
                    PATCH | {'limits':{'burst':3}}                | 400 | limits.burst
                    PATCH | {'callbackTimeout':'0s'}              | 400 | callbackTimeout
                    PUT   | {'shards':8}                          | 409 | shards
                    PATCH | {'shards':8}                          | 409 | shards
                    """)
    void aSettingThatCanNotBeIsNamed(String method, String body, int status, String field) {
        put("refused", "{}");
        var reply = server.send(method, path("refused"), Optional.of(json(body)));
        assertThat(reply.status()).as("%s", reply).isEqualTo(status);
        assertThat(reply.field("field")).isEqualTo(field);
        assertThat(reply.field("detail")).doesNotContain("groups.refused");
    }

    @Test
    void preconditionsDecideWhoWins() {
        assertThat(put("raced", "{}", "If-Match", "*").status()).isEqualTo(412);
        var made = put("raced", "{}", "If-None-Match", "*");
        assertThat(made.status()).isEqualTo(201);
        assertThat(put("raced", "{}", "If-None-Match", "*").field("code"))
                .isEqualTo("PRECONDITION_FAILED");
        assertThat(put("raced", "{}", "If-None-Match", "\"1\"").field("field"))
                .isEqualTo("If-None-Match");
        var first = made.header("ETag");
        assertThat(patch("raced", "{'retention':'1s'}", "If-Match", first).status()).isEqualTo(200);
        assertThat(patch("raced", "{'retention':'2s'}", "If-Match", first).status()).isEqualTo(412);
        assertThat(put("raced", "{}", "If-Match", first).field("field")).isEqualTo("If-Match");
        assertThat(server.delete(path("raced"), "If-Match", first).status()).isEqualTo(412);
    }

    @Test
    void whatIsNotThereCanNotBeChanged() {
        assertThat(patch("nowhere", "{}").field("code")).isEqualTo("GROUP_NOT_FOUND");
        assertThat(server.delete(path("nowhere")).field("code")).isEqualTo("GROUP_NOT_FOUND");
        assertThat(server.get(path("nowhere")).field("code")).isEqualTo("GROUP_NOT_FOUND");
        assertThat(createTimer("nowhere").field("detail")).contains("'nowhere'");
    }

    @Test
    void groupsAreListedPageByPageInOrderOfTheirNames() {
        for (int i = 0; i < 12; i++) {
            put("list-" + (char) ('a' + 11 - i), "{'shards':1}");
        }
        var found = new ArrayList<String>();
        var query = "?prefix=list-&limit=5";
        var next = "";
        do {
            var page = server.get("/api/v1/groups" + query + next);
            assertThat(page.json().path("groups").size()).isLessThanOrEqualTo(5);
            page.json().path("groups").forEach(it -> found.add(it.path("groupId").asText()));
            next = page.json().has("nextCursor") ? "&cursor=" + page.field("nextCursor") : "";
        } while (!next.isEmpty());
        assertThat(found).hasSize(12).isSorted().allMatch(it -> it.startsWith("list-"));
        assertThat(server.get("/api/v1/groups?prefix=none-").json().path("groups")).isEmpty();
        assertThat(server.get("/api/v1/groups?limit=51").field("field")).isEqualTo("limit");
        assertThat(server.get("/api/v1/groups?cursor=x").field("field")).isEqualTo("cursor");
    }

    @Test
    void aTimerOfANewGroupFiresAndAnotherGroupGoesOn() throws Exception {
        try (var receiver = Receiver.answering(200, "{\"ok\":true}")) {
            put("fresh", "{'shards':2}");
            var made =
                    server.put(
                            path("fresh") + "/timers/due",
                            json(
                                    "{'executeAt':'2020-01-01T00:00:00Z','callbackUrl':'%s'}"
                                            .formatted(receiver.url())));
            assertThat(made.status()).as("%s", made).isEqualTo(201);
            assertThat(new String(receiver.next(), StandardCharsets.UTF_8))
                    .contains("\"groupId\":\"fresh\"");
            assertThat(createTimer("default").status()).isEqualTo(201);
        }
    }

    @Test
    void aGroupWithTimersIsDeletedOnlyWithThem() {
        put("full", "{'shards':2}");
        assertThat(createTimer("full").status()).isEqualTo(201);
        var kept = server.delete(path("full"));
        assertThat(kept.status()).isEqualTo(409);
        assertThat(kept.field("code")).isEqualTo("GROUP_NOT_EMPTY");
        assertThat(kept.field("detail")).contains(" 1 timers");
        var dropped = server.delete(path("full") + "?drop=true");
        assertThat(dropped.status()).isEqualTo(202);
        assertThat(dropped.field("phase")).isEqualTo("DROPPING");
    }

    @Test
    void deadLettersDoNotGoWithoutAWord() throws Exception {
        try (var gone = Receiver.answering(410, "")) {
            put("letters", "{'shards':1}");
            server.post(
                    path("letters") + "/timers",
                    json("{'timerId':'f','delay':'1ms','callbackUrl':'%s'}".formatted(gone.url())));
            Eventually.holds(
                    "it has failed",
                    () -> server.get(path("letters") + "/timers/f").text().contains("FAILED"));
            var kept = server.delete(path("letters"));
            assertThat(kept.field("code")).isEqualTo("GROUP_NOT_EMPTY");
            assertThat(kept.field("detail")).contains("1 failed timers");
            assertThat(server.delete(path("letters") + "?drop=true").status()).isEqualTo(202);
        }
    }

    @Test
    void aNameWhoseShardsAreThereKeepsTheirNumberThoughNoGroupWasDeleted() {
        var store = new MemoryTimerStore(InstantSource.system());
        store.leases().openGroup(Group.of("half", 4));
        try (var other = ServerUnderTest.on(store, Map.of())) {
            var refused = other.put(path("half"), json("{'shards':8}"));
            assertThat(refused.status()).as("%s", refused).isEqualTo(409);
            assertThat(refused.field("code")).isEqualTo("SHARDS_FIXED");
            assertThat(refused.field("detail")).contains("4 shards").doesNotContain("deleted");
            assertThat(other.put(path("half"), json("{'shards':4}")).status()).isEqualTo(201);
        }
    }

    @Test
    void whatIsSetHoldsForTheNextTimer() {
        put("obeyed", "{'shards':1,'callbackTimeout':'7s','retryPolicy':{'maxAttempts':4}}");
        var timer = createTimer("obeyed");
        assertThat(timer.field("callbackTimeout")).isEqualTo("7s");
        assertThat(timer.json().at("/retryPolicy/maxAttempts").asInt()).isEqualTo(4);
    }
}
