package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CallbackUrl;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything a timer holds comes back as it was committed, from every view. */
public interface ContentContract extends StoreUnderTest {
    @Test
    default void whoIsToldOfAFailureAndTheTraceComeBack(OwnedShard shard) {
        var targets =
                List.of(
                        CallbackTarget.of("http://h").onFailed(FailureUrl.NONE),
                        CallbackTarget.of("http://h")
                                .onFailed(new FailureUrl("https://told.example/?a=b&c"))
                                .inTrace(Optional.of("0af7651916cd43dd8448eb211c80319c")));
        for (var target : targets) {
            var timer =
                    shard.schedule(timer("t" + targets.indexOf(target)).target(target).create());
            assertThat(timer.spec().target()).isEqualTo(target);
            assertThat(shard.find(timer.key().id())).isEqualTo(new Entry.Pending(timer));
        }
    }

    @Test
    default void payloadsComeBackByteForByte(OwnedShard shard) {
        for (var json :
                List.of(
                        "null",
                        "\"\"",
                        "{}",
                        " { \"b\" : 1.10 ,\n\t\"a\":1E400, \"b\":-0.0 } ",
                        "12345678901234567890.123456789012345678901234567890",
                        "\"\\u0000 \\ud800 \\/ \u007F é € 𝄞 \uFFFF\"",
                        "\"'; DROP TABLE timer; --\"")) {
            assertComesBack(shard, timer("a").payload(json));
        }
    }

    @Test
    default void aLargePayloadComesBackByteForByte(OwnedShard shard) {
        var text = "[ \"é€𝄞\\n\",  1.10,\r\n" + "\"x€\" ,".repeat(100 * 1024 / 7) + " 0 ]";

        assertThat(Payload.of(text).size()).isGreaterThan(100 * 1024);
        assertComesBack(shard, timer("a").payload(text));
    }

    @Test
    default void headersComeBackInTheirOrder(OwnedShard shard) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("X-Zebra", "stripes: yes; q=\"0.5\"");
        headers.put("Authorization", "Bearer abc.def==");
        headers.put("a", "");
        headers.put("X-Apple", "one\ttwo, 'three'");
        var target =
                new CallbackTarget("http://h", Duration.ofMillis(1), new CallbackHeaders(headers));

        var timer = assertComesBack(shard, timer("a").target(target));

        assertThat(timer.spec().target().headers().byName().sequencedKeySet())
                .containsExactly("X-Zebra", "Authorization", "a", "X-Apple");
    }

    @Test
    default void theFormOfACallbackComesBackWithHeadersAndWithout(OwnedShard shard) {
        for (var headers :
                List.of(CallbackHeaders.NONE, CallbackHeaders.fromText("X-Key: :method: PUT"))) {
            for (var method : CallbackMethod.values()) {
                var target =
                        new CallbackTarget(
                                "http://h",
                                Duration.ofMillis(1),
                                headers,
                                method,
                                CallbackBody.PAYLOAD,
                                CredentialName.of("orders-api"));

                assertComesBack(shard, timer("a").target(target));
            }
        }
    }

    @Test
    default void theLongestUrlAndTimeoutComeBack(OwnedShard shard) {
        var url = "https://[2001:db8::1]:8443/p%20q/ü?a=b&c=%F0%9F%94%94&x=";
        var longest = url + "y".repeat(CallbackUrl.MAX_LENGTH - url.length());

        assertComesBack(
                shard,
                timer("a")
                        .target(
                                new CallbackTarget(
                                        longest,
                                        CallbackTarget.MAX_TIMEOUT,
                                        CallbackHeaders.NONE)));
    }

    @Test
    default void retryPoliciesComeBack(OwnedShard shard) {
        assertComesBack(
                shard,
                timer("least")
                        .retryPolicy(
                                new RetryPolicy(
                                        1,
                                        Duration.ofMillis(1),
                                        Duration.ofMillis(1),
                                        1.0,
                                        Duration.ofMillis(1))));
        assertComesBack(
                shard,
                timer("most")
                        .retryPolicy(
                                new RetryPolicy(
                                        RetryPolicy.MAX_ATTEMPTS,
                                        Duration.ofDays(3_650),
                                        Duration.ofMillis(86_399_999),
                                        1.000000000000001,
                                        Duration.ofHours(25))));
    }

    @Test
    default void correlationIdsComeBack(OwnedShard shard) {
        assertComesBack(shard, timer("none"));
        assertComesBack(shard, timer("short").correlatedTo(" "));
        assertComesBack(shard, timer("long").correlatedTo("~".repeat(255)));
        assertComesBack(shard, timer("odd").correlatedTo("'%_\\\"; -- null"));
    }

    @Test
    default void attemptsAndTheLastErrorComeBack(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        for (var error : List.of("connection refused", "é€𝄞 '\\ \"", "x".repeat(500), " ")) {
            timer = shard.schedule(retried(timer, error, timer.fireAt().plusMillis(1)));

            assertThat(timer.lastError()).contains(error);
            assertEveryViewShows(shard, timer);
        }
        assertThat(timer.attempts()).isEqualTo(4);
    }

    @Test
    default void aKeptTimerHoldsAllThatThePendingOneHeld(OwnedShard shard) {
        var timer = shard.schedule(elaborate().create());

        var kept = shard.keep(gaveUp(timer, NOON.plusMillis(1)));

        assertThat(kept.timer().spec()).isEqualTo(timer.spec());
        assertThat(shard.find("elaborate")).isEqualTo(new Entry.Kept(kept));
        assertThat(
                        shard.store()
                                .lists()
                                .kept(
                                        SampleGroups.ONE,
                                        new KeptQuery(TimerState.FAILED, Position.END, 10)))
                .containsExactly(kept);
        assertThat(shard.apply(elaborate().create()).before()).isEqualTo(new Entry.Kept(kept));
    }

    @Test
    default void aDecisionShowsTheWholeEntryBefore(OwnedShard shard) {
        var timer = shard.schedule(elaborate().create());

        var decision = shard.apply(timer("elaborate").create());

        assertThat(decision.before()).isEqualTo(new Entry.Pending(timer));
    }

    private static TimerRequest elaborate() {
        return timer("elaborate")
                .at(NOON.plusMillis(1))
                .payload("{ \"π\" : 3.10 }")
                .correlatedTo("trace-1")
                .retryPolicy(
                        new RetryPolicy(
                                7,
                                Duration.ofMinutes(90),
                                Duration.ofMillis(1_500),
                                1.5,
                                Duration.ofHours(1)))
                .target(
                        new CallbackTarget(
                                "https://receiver.example/hook?a=1",
                                Duration.ofMillis(2_500),
                                CallbackHeaders.fromText("X-Secret: 1\nX-Other: 2")));
    }

    private static Timer assertComesBack(OwnedShard shard, TimerRequest request) {
        var timer = shard.schedule(request.put());
        assertThat(timer.spec()).isEqualTo(request.spec());
        assertEveryViewShows(shard, timer);
        return shard.find(request.key().id()).pending().orElseThrow();
    }

    private static void assertEveryViewShows(OwnedShard shard, Timer timer) {
        assertThat(shard.find(timer.key().id())).isEqualTo(new Entry.Pending(timer));
        assertThat(shard.rows()).contains(timer);
        assertThat(
                        shard.store()
                                .lists()
                                .browse(SampleGroups.ONE, PositionRange.from(timer.position()), 1))
                .containsExactly(timer);
        timer.spec()
                .correlationId()
                .ifPresent(
                        id ->
                                assertThat(LookupContract.correlated(shard, id))
                                        .containsExactly(timer));
    }
}
