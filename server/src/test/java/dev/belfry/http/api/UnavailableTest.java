package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.StoreException;
import dev.belfry.server.Eventually;
import dev.belfry.server.FaultyStore;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnavailableTest {
    private static final String PATH = "/api/v1/timers/default/t";
    private static final String BODY =
            "{\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";

    private final FaultyStore faults = new FaultyStore();
    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server =
                ServerUnderTest.on(
                        faults.store(),
                        Map.of("http.requestTimeout", "1s", "store.groupsOnFirstUse", "10"));
        Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
    }

    @AfterEach
    void stop() {
        faults.mend();
        server.close();
    }

    @Test
    void aChangeThatTheStoreDoesNotTakeWasCertainlyNotMade() {
        faults.fail("commit", () -> new StoreException.Unavailable("down"));
        var reply = server.put(PATH, BODY);
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.field("code")).isEqualTo("STORE_UNAVAILABLE");
        assertThat(reply.json().path("outcomeUnknown").asBoolean(true)).isFalse();
        assertThat(reply.header("Retry-After")).isEqualTo("1");
        faults.mend();
        Eventually.holds("created", () -> server.put(PATH, BODY).status() == 201);
    }

    @Test
    void aChangeWhoseOutcomeIsUnknownSaysSo() {
        faults.fail("commit", () -> new StoreException.OutcomeUnknown("cut"));
        faults.fail("claim", () -> new StoreException.Unavailable("down"));
        var reply = server.put(PATH, BODY);
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().path("outcomeUnknown").asBoolean(false)).isTrue();
    }

    @Test
    void aReadThatTheStoreDoesNotAnswerIsA503() {
        for (var call : new String[] {"find", "browse", "counts", "shards", "list"}) {
            faults.fail(call, () -> new StoreException.Unavailable("down"));
        }
        for (var path :
                new String[] {
                    PATH,
                    "/api/v1/groups",
                    "/api/v1/groups/default",
                    "/api/v1/groups/default/timers",
                    "/api/v1/cluster"
                }) {
            var reply = server.get(path);
            assertThat(reply.status()).as(path).isEqualTo(503);
            assertThat(reply.field("code")).isEqualTo("STORE_UNAVAILABLE");
        }
        var ready = server.get("/health/ready");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.text()).contains("it does not answer");
        assertThat(server.get("/health/live").status()).isEqualTo(200);
    }

    @Test
    void aReadThatTakesTooLongIsNoUnknownOutcome() {
        var over = new CountDownLatch(1);
        for (var call : new String[] {"find", "browse"}) {
            faults.fail(call, () -> afterwards(over));
        }
        for (var path : new String[] {PATH, "/api/v1/groups/default/timers"}) {
            var reply = server.get(path);
            assertThat(reply.status()).as(path).isEqualTo(503);
            assertThat(reply.json().path("outcomeUnknown").asBoolean(true)).isFalse();
        }
        over.countDown();
    }

    private static StoreException afterwards(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return new StoreException.Unavailable("late");
    }

    @Test
    void whatTheStoreCanNotHoldIsRefusedForGood() {
        faults.fail("commit", () -> new StoreException.Rejected("too odd"));
        var reply = server.put(PATH, BODY);
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.field("code")).isEqualTo("NOT_STORABLE");
    }

    /** Those of a group that is there are made; 404 would say that no other try can succeed. */
    @Test
    void aBatchWhoseGroupCanNotBeMadeNowLosesItsTimersAlone() {
        faults.fail("openGroup", () -> new StoreException.Unavailable("down"));
        assertThat(batch()).containsExactly(503, 201);
        faults.mend();
        assertThat(batch()).containsExactly(201, 200);
    }

    private List<Integer> batch() {
        var item =
                "{\"groupId\": \"%s\", \"timerId\": \"t\", \"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";
        var items = List.of(item.formatted("new"), item.formatted("default"));
        var reply = server.post("/api/v1/timers/batch", "{\"timers\": " + items + "}");
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        return statuses;
    }

    @Test
    void aPauseWhoseOutcomeIsUnknownSaysSo() {
        faults.fail("apply", () -> new StoreException.OutcomeUnknown("cut"));
        var reply = server.post("/api/v1/groups/default/pause");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.json().path("outcomeUnknown").asBoolean(false)).isTrue();
    }
}
