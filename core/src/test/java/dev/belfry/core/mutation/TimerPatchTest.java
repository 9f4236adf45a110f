package dev.belfry.core.mutation;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimerPatchTest {
    private static final Digest ASKED = new Digest(7, 8);

    @Test
    void givenFieldsChangeAndTheOthersStay() {
        var spec = Samples.spec("1");

        var changed = payload("2").applyTo(spec);

        assertThat(changed)
                .isEqualTo(spec.payload(Payload.of("2")).digest(spec.digest().changedBy(ASKED)));
    }

    @Test
    void allFieldsMayChangeAtOnce() {
        var headers = CallbackHeaders.fromText("X-Key: 1");
        var policy =
                new RetryPolicy(1, Duration.ofDays(1), Duration.ofDays(1), 1.0, Duration.ofDays(1));
        var patch =
                new TimerPatch(
                        Optional.of(Samples.NOON.plusNanos(1)),
                        Optional.of("https://other"),
                        Optional.of(Duration.ofSeconds(1)),
                        Optional.of(headers),
                        Optional.of(CallbackMethod.PUT),
                        Optional.of(CallbackBody.PAYLOAD),
                        Optional.of(CredentialName.of("c")),
                        Optional.of(FailureUrl.NONE),
                        Optional.of(Payload.NULL),
                        Optional.of(policy),
                        Optional.of(Optional.empty()),
                        Optional.empty(),
                        ASKED);

        var changed = patch.applyTo(Samples.spec("1"));

        assertThat(changed.executeAt()).isEqualTo(Samples.NOON.plusMillis(1));
        assertThat(changed.target().url()).isEqualTo("https://other");
        assertThat(changed.target().timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(changed.target().headers()).isEqualTo(headers);
        assertThat(changed.target().method()).isEqualTo(CallbackMethod.PUT);
        assertThat(changed.target().body()).isEqualTo(CallbackBody.PAYLOAD);
        assertThat(changed.target().credential()).isEqualTo(CredentialName.of("c"));
        assertThat(changed.target().onFailed()).isEqualTo(FailureUrl.NONE);
        assertThat(changed.payload()).isEqualTo(Payload.NULL);
        assertThat(changed.retryPolicy()).isEqualTo(policy);
        assertThat(changed.correlationId()).isEmpty();
    }

    @Test
    void theFormOfACallbackStaysWithThePatchesOfOtherFieldsAlsoToAnotherOrigin() {
        var spec = payload("2").applyTo(putting());
        var moved = elsewhere(Optional.empty()).applyTo(spec);

        for (var target : List.of(spec.target(), moved.target())) {
            assertThat(target.method()).isEqualTo(CallbackMethod.PUT);
            assertThat(target.body()).isEqualTo(CallbackBody.PAYLOAD);
        }
    }

    private static TimerSpec putting() {
        var spec = Samples.spec("1");
        return new TimerSpec(
                spec.executeAt(),
                new CallbackTarget(
                        spec.target().url(),
                        spec.target().timeout(),
                        CallbackHeaders.NONE,
                        CallbackMethod.PUT,
                        CallbackBody.PAYLOAD),
                spec.payload(),
                spec.retryPolicy(),
                spec.correlationId(),
                spec.digest());
    }

    @Test
    void aPatchToWhatIsThereLeavesTheDigestToo() {
        var spec = Samples.spec("1");

        assertThat(payload("1").applyTo(spec)).isEqualTo(spec);
    }

    @Test
    void wrongFieldsAreRefusedWhenThePatchIsMadeAndNotWhenItIsCommitted() {
        assertRefused("callbackUrl", () -> targeting(Optional.of("ftp://h"), Optional.empty()));
        assertRefused(
                "callbackTimeout",
                () -> targeting(Optional.empty(), Optional.of(Duration.ofHours(1))));
        assertRefused("executeAt", () -> executeAt(Instants.LATEST.plusMillis(1)));
        assertRefused("correlationId", () -> correlated(Optional.of("")));
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/other?q=1, false",
        "HTTP://H:80/hook, false",
        "http://h:80, false",
        "http://h:8080/hook, true",
        "https://h/hook, true",
        "https://h:80/hook, true",
        "http://h.example/hook, true",
        "http://h.:80/hook, true",
        "http://127.0.0.1/hook, true",
        "http://[::1]/hook, true"
    })
    void storedHeadersGoToTheirOwnOriginOnly(String url, boolean elsewhere) {
        var spec = secret();
        var patch = targeting(Optional.of(url), Optional.empty());

        assertThat(patch.takesHeadersElsewhere(spec)).isEqualTo(elsewhere);
        assertThat(patch.takesHeadersElsewhere(Samples.spec("1"))).isFalse();
        assertThat(payload("2").takesHeadersElsewhere(spec)).isFalse();
        if (elsewhere) {
            assertThatIllegalStateException().isThrownBy(() -> patch.applyTo(spec));
        } else {
            assertThat(patch.applyTo(spec).target().headers()).isEqualTo(spec.target().headers());
        }
    }

    @Test
    void headersGivenAnewMayGoAnywhere() {
        for (var given : List.of(CallbackHeaders.NONE, CallbackHeaders.fromText("X-Key: 2"))) {
            var patch = elsewhere(Optional.of(given));

            assertThat(patch.applyTo(secret()).target().headers()).isEqualTo(given);
        }
    }

    @Test
    void itsSizeGrowsWithItsPayload() {
        assertThat(payload("12345").sizeBytes()).isEqualTo(payload("1").sizeBytes() + 4);
    }

    /** Asked for http://h/hook, with a header that nobody else should see. */
    static TimerSpec secret() {
        var spec = Samples.spec("1");
        return new TimerSpec(
                spec.executeAt(),
                new CallbackTarget(
                        spec.target().url(),
                        spec.target().timeout(),
                        CallbackHeaders.fromText("Authorization: Bearer hunter2")),
                spec.payload(),
                spec.retryPolicy(),
                spec.correlationId(),
                spec.digest());
    }

    static TimerPatch elsewhere(Optional<CallbackHeaders> headers) {
        return new TimerPatch(
                Optional.of(Samples.NOON.plusSeconds(60)),
                Optional.of("http://elsewhere/hook"),
                Optional.empty(),
                headers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ASKED);
    }

    static TimerPatch executeAt(Instant executeAt) {
        return new TimerPatch(
                Optional.of(executeAt),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ASKED);
    }

    static TimerPatch payload(String json) {
        return new TimerPatch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Payload.of(json)),
                Optional.empty(),
                Optional.empty(),
                ASKED);
    }

    private static TimerPatch targeting(Optional<String> url, Optional<Duration> timeout) {
        return new TimerPatch(
                Optional.empty(),
                url,
                timeout,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ASKED);
    }

    private static TimerPatch correlated(Optional<String> correlationId) {
        return new TimerPatch(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(correlationId),
                ASKED);
    }
}
