package dev.belfry.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.client.BelfryCallback;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import dev.belfry.client.NewTimer;
import dev.belfry.client.TimerChanges;
import dev.belfry.spring.BelfryAutoConfiguration;
import dev.belfry.spring.TimerHandler;
import dev.belfry.spring.TimerHandlerAutoConfiguration;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** An application with the starter, and a Belfry in memory. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithFakeBelfry
class StarterTest {
    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Reminders.class)
    static class Application {}

    record Order(int order, String text) {}

    static class Reminders {
        final List<BelfryCallback> callbacks = new ArrayList<>();
        final List<Order> orders = new ArrayList<>();

        @TimerHandler("/timers/order")
        void order(BelfryCallback callback, Order order) {
            callbacks.add(callback);
            orders.add(order);
        }

        @TimerHandler("/timers/again")
        Instant again() {
            return LATER;
        }

        @TimerHandler("/timers/broken")
        void broken() throws IOException {
            throw new IOException("the disk is full");
        }

        @TimerHandler("/timers/gone")
        void gone() {
            throw new ResponseStatusException(HttpStatus.GONE);
        }
    }

    @Autowired private BelfryClient client;
    @Autowired private FakeBelfry belfry;
    @Autowired private Reminders reminders;
    @Autowired private HealthIndicator belfryHealthIndicator;
    @LocalServerPort private int port;

    @BeforeEach
    void forget() {
        reminders.callbacks.clear();
        reminders.orders.clear();
        belfry.timers("default").forEach(id -> client.delete("default", id));
    }

    private String url(String handler) {
        return "http://127.0.0.1:" + port + "/timers/" + handler;
    }

    private void create(String id, String handler) {
        client.create(
                NewTimer.after(id, Duration.ofHours(1), url(handler))
                        .payload("{\"order\": 7, \"text\": \"pay\"}")
                        .correlationId("c"));
    }

    @Test
    void aHandlerGetsTheCallbackAndItsPayload() {
        create("a", "order");
        assertThat(belfry.executeAt("default", "a"))
                .hasValueSatisfying(at -> assertThat(at).isAfter(Instant.now()));
        assertThat(belfry.fire("default", "a").statusCode()).isEqualTo(204);
        assertThat(reminders.orders).containsExactly(new Order(7, "pay"));
        var callback = reminders.callbacks.get(0);
        assertThat(callback.timerId()).isEqualTo("a");
        assertThat(callback.attempt()).isEqualTo(1);
        assertThat(callback.correlationId()).contains("c");
        assertThat(belfry.timers("default")).isEmpty();
    }

    @Test
    void aHandlerSaysWhenToRunAgain() {
        create("a", "again");
        assertThat(belfry.fire("default", "a").statusCode()).isEqualTo(200);
        assertThat(belfry.executeAt("default", "a")).contains(LATER);
    }

    @Test
    void aHandlerThatThrowsIsTriedAgainUnlessItGivesUp() {
        create("a", "broken");
        create("b", "gone");
        assertThat(belfry.fire("default", "a").statusCode()).isEqualTo(500);
        assertThat(belfry.fire("default", "b").statusCode()).isEqualTo(410);
        assertThat(belfry.timers("default")).containsExactly("a", "b");
    }

    @Test
    void whatIsNotSignedDoesNotReachTheHandler() throws Exception {
        create("a", "order");
        for (var signature : List.of("", "v1,AAAA", FakeSignature.random().of("x", now(), "{}"))) {
            var request =
                    HttpRequest.newBuilder(URI.create(url("order")))
                            .header("webhook-id", "x")
                            .header("webhook-timestamp", "" + now())
                            .header("webhook-signature", signature)
                            .POST(BodyPublishers.ofString("{}"))
                            .build();
            assertThat(send(request)).isEqualTo(401);
        }
        var old = now() - 301;
        var late =
                HttpRequest.newBuilder(URI.create(url("order")))
                        .header("webhook-id", "x")
                        .header("webhook-timestamp", "" + old)
                        .header(
                                "webhook-signature",
                                new FakeSignature(belfry.signingKey()).of("x", old, "{}"))
                        .POST(BodyPublishers.ofString("{}"))
                        .build();
        assertThat(send(late)).isEqualTo(401);
        assertThat(reminders.callbacks).isEmpty();
    }

    /** Who sends it is not known before it was read. */
    @Test
    void aBodyThatIsTooLargeIsNotReadWhole() throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(url("order")))
                        .POST(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))
                        .build();
        assertThat(send(request)).isEqualTo(413);
    }

    private static int send(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    @Test
    void theFakeKnowsTheLifeOfATimer() {
        create("a", "order");
        assertThat(client.get("default", "a")).isPresent();
        Assertions.assertThatThrownBy(() -> client.create(NewTimer.of("a", LATER, url("again"))))
                .isInstanceOf(BelfryException.Conflict.class);
        var changed = client.patch("default", "a", TimerChanges.empty().executeAt(LATER));
        assertThat(changed.executeAt()).isEqualTo(LATER);
        client.put(NewTimer.of("a", LATER.plusSeconds(1), url("again")));
        assertThat(belfry.executeAt("default", "a")).contains(LATER.plusSeconds(1));
        client.delete("default", "a");
        assertThat(client.get("default", "a")).isEmpty();
    }

    @Test
    void healthIsThatOfTheServer() {
        assertThat(belfryHealthIndicator.health().getStatus()).isEqualTo(Status.UP);
    }

    private final WebApplicationContextRunner runner =
            new WebApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(
                                    BelfryAutoConfiguration.class,
                                    TimerHandlerAutoConfiguration.class,
                                    JacksonAutoConfiguration.class));

    @Test
    void anApplicationWithHandlersButWithoutKeysDoesNotStart() {
        runner.withUserConfiguration(Reminders.class)
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .rootCause()
                                        .hasMessageContaining("belfry.callback.signing-keys"));
    }

    @Test
    void aServerThatIsNotThereIsDown() {
        runner.withPropertyValues("belfry.url=http://127.0.0.1:1")
                .run(
                        context ->
                                assertThat(
                                                context.getBean(HealthIndicator.class)
                                                        .health()
                                                        .getStatus())
                                        .isEqualTo(Status.DOWN));
    }

    static class TwoOfOnePath {
        @TimerHandler("/timers/order")
        void one() {}

        @TimerHandler("/timers/order")
        void other() {}
    }

    static class WrongAnswer {
        @TimerHandler("/timers/order")
        String one() {
            return "";
        }
    }

    @Test
    void handlersThatCanNotWorkAreToldAtTheStart() {
        for (var wrong : List.of(TwoOfOnePath.class, WrongAnswer.class)) {
            runner.withUserConfiguration(wrong).run(context -> assertThat(context).hasFailed());
        }
    }

    @Test
    void theKeyComesFromOnePlace(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("key"), "bf_secret\n", StandardCharsets.UTF_8);
        runner.withPropertyValues("belfry.key-file=" + file)
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("belfry.key-file=" + file, "belfry.key=bf_other")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void propertiesAreDescribed() throws IOException {
        try (var stream =
                BelfryAutoConfiguration.class.getResourceAsStream(
                        "/META-INF/spring-configuration-metadata.json")) {
            var metadata = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(metadata)
                    .contains(
                            "\"belfry.url\"",
                            "\"belfry.key-file\"",
                            "\"belfry.callback.signing-keys\"",
                            "Keys that the server signs");
        }
    }
}
