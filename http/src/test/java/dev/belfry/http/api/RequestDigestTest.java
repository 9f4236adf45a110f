package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Stored digests are compared with new ones: what they are made of can never change. */
class RequestDigestTest {
    private static String digest(String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var fields = JsonText.readObject(new Body(bytes, 0, bytes.length), TimerReader::read);
        return HexFormat.of().formatHex(fields.digest().toBytes());
    }

    @Test
    void theDigestsOfThisVersionAreThoseOfAllVersions() {
        assertThat(digest("{}")).isEqualTo("4435a934599cee5ccf4612fe6f4ac037");
        assertThat(
                        digest(
                                """
                                {"timerId": "a", "executeAt": "2030-01-01T00:00:00.0001+01:00", "callbackUrl": "http://a.example",
                                 "payload": {"n": 1.10}, "callbackTimeout": "60s", "correlationId": "c",
                                 "retryPolicy": {"maxAttempts": 3, "maxInterval": "120s", "backoffMultiplier": 1},
                                 "headers": {"X-B": "2", "x-a": "1"}}\
                                """))
                .isEqualTo("4549b479a8748cfac4d978df15f2cdc3");
    }

    @Test
    void fieldsOfLaterVersionsCountOnlyIfTheyAreSaid() {
        assertThat(digest("{\"method\": \"PUT\"}")).isEqualTo("4d047f85309ff265452dd89003d382f0");
        assertThat(digest("{\"method\": null}")).isEqualTo("d22f33d4c7a871b23a8e068eedf39282");
        assertThat(digest("{\"body\": \"payload\"}")).isEqualTo("70dcba3c702d7f5f11e001371fe52e30");
        assertThat(digest("{\"delay\": \"60s\"}")).isEqualTo(digest("{\"delay\": \"1m\"}"));
        assertThat(digest("{\"delay\": \"1m\"}")).isEqualTo("0a837ba833e6435f64f89ce279f231d3");
    }

    @Test
    void theSameInOtherWordsIsTheSame() {
        var one =
                """
                {"executeAt": "2030-01-01T00:00:00Z", "callbackTimeout": "60s", "headers": {"A": "1", "b": "2"}, "payload": [1 ]}\
                """;
        var other =
                """
                {"payload":[1 ], "headers": {"B": "2", "a": "1"}, "callbackTimeout": "1m", "executeAt": "2030-01-01T01:00:00.000+01:00"}\
                """;
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    @Test
    void whatWasLeftOutIsNotTheSameAsWhatWasGiven() {
        assertThat(digest("{\"payload\": [1]}")).isNotEqualTo(digest("{\"payload\": [1 ]}"));
        assertThat(digest("{\"correlationId\": null}")).isNotEqualTo(digest("{}"));
        assertThat(digest("{\"correlationId\": \"0\"}"))
                .isNotEqualTo(digest("{\"correlationId\": null}"));
        assertThat(digest("{\"callbackTimeout\": \"30s\"}")).isNotEqualTo(digest("{}"));
    }
}
