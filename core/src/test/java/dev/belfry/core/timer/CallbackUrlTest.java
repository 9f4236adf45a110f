package dev.belfry.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URL is taken apart into. */
class CallbackUrlTest {
    @ParameterizedTest
    @CsvSource({
        "http://Host, host, http, host, 80",
        "HTTPS://Host/a, host, https, host, 443",
        "http://host:80?q, host:80, http, host, 80",
        "http://[2001:db8::1]:8080/, [2001:db8::1]:8080, http, [2001:db8::1], 8080"
    })
    void hostAndOriginAreInLowerCase(
            String text, String host, String scheme, String name, int port) {
        var url = CallbackUrl.of(text);

        assertThat(url.text()).isEqualTo(text);
        assertThat(url.host()).isEqualTo(host);
        assertThat(url.origin()).isEqualTo(new Origin(scheme, name, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://h/",
                "http://h/a/b?c=d/e?f",
                "http://h/a?",
                "http://h:1/ü",
                "http://[::1]/x",
                "http://h//a",
                "https://h/%20?u=http://other/path"
            })
    void thePathIsWhatFollowsTheHost(String text) {
        var uri = URI.create(text);
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();

        assertThat(CallbackUrl.of(text).path()).isEqualTo(uri.getRawPath() + query);
    }

    @Test
    void aPathIsNeverEmpty() {
        assertThat(CallbackUrl.of("http://h").path()).isEqualTo("/");
        assertThat(CallbackUrl.of("http://h?q").path()).isEqualTo("/?q");
    }

    @Test
    void timersOfOneReceiverShareWhoItIs() {
        var one = CallbackUrl.of("http://receiver.shared:81/1");

        assertThat(CallbackUrl.of("http://receiver.shared:81/1")).isSameAs(one);
        assertThat(CallbackUrl.of("http://receiver.shared:81/2").origin()).isSameAs(one.origin());
    }
}
