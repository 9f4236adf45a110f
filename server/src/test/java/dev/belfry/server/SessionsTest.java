package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.access.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browsers that have signed in with a key, on two servers of one secret. */
class SessionsTest {
    private static final String PATH = "/api/v1/session";
    private static final List<ServerUnderTest> SERVERS = new ArrayList<>();

    @TempDir private static Path folder;

    private static TestKeys keys;
    private static String reader;

    @BeforeAll
    static void start() {
        keys = new TestKeys(folder.resolve("keys.yaml"));
        reader = keys.add("reader", Role.READ, "own*");
        for (int i = 0; i < 2; i++) {
            SERVERS.add(
                    ServerUnderTest.start(
                            Map.of(
                                    "cluster.secret", "a-secret-of-many-letters",
                                    "auth.keys", keys.path().toString(),
                                    "groups.own.shards", "1",
                                    "groups.foreign.shards", "1")));
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(ServerUnderTest::close);
    }

    private static ServerUnderTest server() {
        return SERVERS.getFirst();
    }

    private static Reply begin(String said) {
        return server().send("POST", PATH, Optional.empty(), "Authorization", said);
    }

    /** As a browser sends it back. */
    private static String cookie(Reply begun) {
        var set = begun.header("Set-Cookie");
        return set.substring(0, set.indexOf(';'));
    }

    private static int with(String cookie) {
        return server().get("/api/v1/groups/own", "Cookie", cookie).status();
    }

    @Test
    void aKeyBeginsASessionThatDoesWhatTheKeyMayOnEveryServer() {
        var begun = begin(reader);
        assertThat(begun.header("Set-Cookie"))
                .contains("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
        var cookie = cookie(begun);
        for (var each : SERVERS) {
            var told = each.get(PATH, "Cookie", "theme=dark; " + cookie);
            assertThat(told.json().path("name").asText()).isEqualTo("reader");
            assertThat(told.json().path("role").asText()).isEqualTo("read");
            assertThat(told.json().at("/groups/0").asText()).isEqualTo("own*");
            assertThat(each.get("/api/v1/groups/own", "Cookie", cookie).status()).isEqualTo(200);
            assertThat(each.get("/api/v1/groups/foreign", "Cookie", cookie).status())
                    .isEqualTo(403);
            assertThat(each.delete("/api/v1/timers/own/t", "Cookie", cookie).status())
                    .isEqualTo(403);
        }
    }

    @Test
    void onlyAKeyBeginsOne() {
        var cookie = cookie(begin(reader));
        assertThat(server().send("POST", PATH, Optional.empty(), "Cookie", cookie).status())
                .isEqualTo(401);
        assertThat(begin("Bearer bf_0123456789012345678901234567890123456789").status())
                .isEqualTo(401);
        assertThat(server().get(PATH).status()).isEqualTo(401);
    }

    @Test
    void whatWasChangedOrMadeUpIsNone() {
        var cookie = cookie(begin(reader));
        var parts = cookie.substring(cookie.indexOf('=') + 1).split("\\.", -1);
        long expires = Long.parseLong(parts[0]);
        assertThat(with(cookie)).isEqualTo(200);
        for (var forged :
                List.of(
                        (expires + 1) + "." + parts[1] + "." + parts[2],
                        parts[0] + "." + parts[1].replace(parts[1].charAt(0), 'z') + "." + parts[2],
                        parts[0] + "." + parts[1] + ".",
                        parts[0] + "." + parts[1],
                        "..",
                        "")) {
            assertThat(with("belfry-session=" + forged)).as(forged).isEqualTo(401);
        }
    }

    /** Whoever could plant a second cookie would else choose whose session it is. */
    @Test
    void ofTwoSessionsNeitherCounts() {
        var cookie = cookie(begin(reader));
        assertThat(with(cookie + "; belfry-session=planted")).isEqualTo(401);
        assertThat(with("belfry-session=planted; " + cookie)).isEqualTo(401);
    }

    @Test
    void aSessionEndsWithItsKey() {
        var said = keys.add("leaver", Role.READ, "own");
        Eventually.holds("the new key is known", () -> begin(said).status() == 200);
        var cookie = cookie(begin(said));
        assertThat(with(cookie)).isEqualTo(200);
        keys.remove("leaver");
        Eventually.holds("the session is over", () -> with(cookie) == 401);
    }

    @Test
    void aPageOfAnotherSiteNeitherUsesNorEndsOne() {
        var cookie = cookie(begin(reader));
        assertThat(server().delete(PATH, "Cookie", cookie, "Sec-Fetch-Site", "cross-site").status())
                .isEqualTo(403);
        assertThat(server().get(PATH, "Cookie", cookie, "Sec-Fetch-Site", "same-site").status())
                .isEqualTo(403);
    }

    @Test
    void signingOutTakesTheCookieAway() {
        var ended = server().delete(PATH);
        assertThat(ended.status()).isEqualTo(204);
        assertThat(ended.header("Set-Cookie")).startsWith("belfry-session=; Path=/; Max-Age=0;");
    }

    @Test
    void aServerWithoutKeysAsksNobody() {
        try (var open = ServerUnderTest.start()) {
            var told = open.get(PATH).json();
            assertThat(told.path("authentication").asBoolean()).isFalse();
            assertThat(told.path("role").asText()).isEqualTo("admin");
        }
    }
}
