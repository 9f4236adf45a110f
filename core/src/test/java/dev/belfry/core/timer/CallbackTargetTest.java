package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackTargetTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://h", "https://h/", "HTTPS://Example.com:8443/a/b?c=d&e=%20",
                        "http://10.0.0.1",
                "http://[2001:db8::1]:80/x", "http://h:65535", "http://h/ü", "http://h?q"
            })
    void webAddressesAreAccepted(String url) {
        assertThat(CallbackTarget.of(url).url()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h",
                "/path",
                "ftp://h",
                "httpx://h",
                "http:",
                "http:h",
                "http://",
                "http:///p",
                "http://h:65536",
                "http://h:99999999999",
                "http://user@h",
                "http://u:p@h/",
                "http://h/#part",
                "http://h/a b",
                "http://h/\n",
                "http://h/%zz",
                "javascript:alert(1)"
            })
    void otherUrlsAreRefused(String url) {
        assertRefused("callbackUrl", () -> CallbackTarget.of(url));
    }

    @Test
    void aUrlHasAtMost2048Characters() {
        var start = "http://h/";
        var longest = start + "x".repeat(2048 - start.length());

        assertThat(CallbackTarget.of(longest).url()).hasSize(2048);
        assertRefused("callbackUrl", () -> CallbackTarget.of(longest + "x"));
    }

    @Test
    void theTimeoutIs30SecondsUnlessGiven() {
        assertThat(CallbackTarget.of("http://h").timeout()).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT15M", "PT1.234S"})
    void timeoutsOfWholeMillisecondsUpTo15MinutesAreAccepted(Duration timeout) {
        assertThat(new CallbackTarget("http://h", timeout, CallbackHeaders.NONE).timeout())
                .isEqualTo(timeout);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT0S", "PT-1S", "PT0.0009S", "PT0.0015S", "PT15M0.001S", "P999999999999D"})
    void otherTimeoutsAreRefused(Duration timeout) {
        assertRefused(
                "callbackTimeout",
                () -> new CallbackTarget("http://h", timeout, CallbackHeaders.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, envelope, ''",
        "PUT, envelope, ':method: PUT\n'",
        "POST, payload, ':body: payload\n'",
        "DELETE, payload, ':method: DELETE\n:body: payload\n'",
    })
    void theFormIsKeptBesideTheHeadersByNamesThatNoHeaderHas(
            String method, String body, String text) {
        for (var headers : List.of("", "X-Key: :method: GET")) {
            var target =
                    new CallbackTarget(
                            "http://h",
                            CallbackTarget.DEFAULT_TIMEOUT,
                            CallbackHeaders.fromText(headers),
                            CallbackMethod.of(method),
                            CallbackBody.of(body));

            assertThat(target.headersText()).isEqualTo(text + headers);
            assertThat(CallbackTarget.fromText("http://h", target.timeout(), text + headers))
                    .isEqualTo(target);
        }
    }

    @Test
    void aHeaderCanNotPassForTheForm() {
        for (var name : List.of(":method", ":body", ":credential", ":other")) {
            assertRefused(
                    "headers." + name,
                    () -> new CallbackHeaders(new LinkedHashMap<>(Map.of(name, "PUT"))));
        }
    }

    @Test
    void otherWordsAreNoForm() {
        assertRefused("method", () -> CallbackMethod.of("post"));
        assertRefused("method", () -> CallbackMethod.of("TRACE"));
        assertRefused("body", () -> CallbackBody.of("PAYLOAD"));
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/path, h",
        "http://h:8080/path, h:8080",
        "https://[2001:db8::1]:80/x, [2001:db8::1]:80",
    })
    void theHostIsWhatSharesALimit(String url, String host) {
        assertThat(CallbackTarget.of(url).host()).isEqualTo(host);
    }
}
