package dev.belfry.core.timer;

import static dev.belfry.core.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackHeadersTest {
    @ParameterizedTest
    @ValueSource(strings = {"X-Key", "authorization", "a", "!#$%&'*+.^_`|~0aZ-", "Contents"})
    void headerNamesAreAccepted(String name) {
        assertThat(headers(name, "value").byName()).containsExactly(Map.entry(name, "value"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "ä", "a\n", "(a)", "a/b"})
    void otherNamesAreRefused(String name) {
        assertRefused("headers." + name, () -> headers(name, "value"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "a\nb", "a\r", "\u0000", "a\u007F", " a", "a ", "\ta"})
    void valuesThatAreNotPrintableOrHaveBlanksAroundAreRefused(String value) {
        assertRefused("headers.X-Key", () -> headers("X-Key", value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "connection",
                "Keep-Alive",
                "Proxy-Authenticate",
                "Proxy-Authorization",
                "Proxy-Connection",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade",
                "Expect",
                "traceparent",
                "tracestate",
                "Content-Type",
                "content-length",
                "Content-Anything",
                "webhook-id",
                "Webhook-Signature"
            })
    void whatBelfrySetsItselfIsRefused(String name) {
        assertRefused("headers." + name, () -> headers(name, "value"));
    }

    @Test
    void oneNameInDifferentCaseIsRefused() {
        var twice = new LinkedHashMap<String, String>();
        twice.put("X-Key", "1");
        twice.put("x-key", "2");

        assertRefused("headers", () -> new CallbackHeaders(twice));
    }

    @Test
    void thereAreAtMost32() {
        assertThat(many(32, 1).byName()).hasSize(32);
        assertRefused("headers", () -> many(33, 1));
    }

    @Test
    void togetherTheyHaveAtMost8192Characters() {
        var name = "n".repeat(100);
        assertThat(headers(name, "v".repeat(8_092)).toText()).hasSize(8_194);
        assertRefused("headers", () -> headers(name, "v".repeat(8_093)));
        assertRefused("headers." + "n".repeat(129), () -> headers("n".repeat(129), ""));
    }

    @Test
    void whatStoresKeepLeadsBackToTheSameHeadersInTheirOrder() {
        var byName = new LinkedHashMap<String, String>();
        byName.put("X-Zebra", "a: b; c=\"d\"");
        byName.put("X-Empty", "");
        byName.put("Authorization", "Bearer x.y\tz==");
        var headers = new CallbackHeaders(byName);

        var back = CallbackHeaders.fromText(headers.toText());

        assertThat(back).isEqualTo(headers);
        assertThat(back.byName().sequencedKeySet())
                .containsExactly("X-Zebra", "X-Empty", "Authorization");
        assertThat(CallbackHeaders.fromText(CallbackHeaders.NONE.toText()))
                .isEqualTo(CallbackHeaders.NONE);
    }

    @Test
    void valuesAreNotShown() {
        assertThat(headers("X-Key", "secret").toString())
                .contains("X-Key")
                .doesNotContain("secret");
    }

    @Test
    void headersCanNotBeChangedAfterwards() {
        var byName = new LinkedHashMap<String, String>();
        byName.put("X-Key", "1");
        var headers = new CallbackHeaders(byName);

        byName.put("X-Other", "2");

        assertThat(headers.byName()).hasSize(1);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> headers.byName().put("X-Other", "2"));
    }

    private static CallbackHeaders headers(String name, String value) {
        return new CallbackHeaders(new LinkedHashMap<>(Map.of(name, value)));
    }

    private static CallbackHeaders many(int count, int valueLength) {
        var byName = new LinkedHashMap<String, String>();
        for (int n = 0; n < count; n++) {
            byName.put("X-" + n, "v".repeat(valueLength));
        }
        return new CallbackHeaders(byName);
    }
}
