package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.CollidingNames;
import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.Payload;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackReply.Done;
import dev.belfry.node.fire.CallbackReply.Failed;
import dev.belfry.node.fire.CallbackReply.FailedForGood;
import dev.belfry.node.fire.CallbackReply.RunAgain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the table of answers, without a network. */
class CallbackAnswersTest {
    private static final Instant NEXT = Instant.parse("2030-01-01T00:00:00Z");
    private static final Verdicts VERDICTS =
            new Verdicts(InstantSource.fixed(Instant.parse("2030-05-06T07:08:09Z")), 50);

    private static final AnswerRules STRICT = AnswerRules.of(AnswerRules.Success.STRICT, List.of());

    private static CallbackReply answer(int status, String body) {
        return answer(status, body, AnswerRules.DEFAULT);
    }

    private static CallbackReply answer(int status, String body, AnswerRules rules) {
        return VERDICTS.of(status, Optional.empty(), body.getBytes(StandardCharsets.UTF_8), rules);
    }

    private static CallbackReply answerAfter(int status, String retryAfter) {
        return VERDICTS.of(status, Optional.of(retryAfter), new byte[0], AnswerRules.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"ok\":true}", " { \"note\": [1, {\"ok\": false}], \"ok\" : true }\n"})
    void okTrueIsDone(String body) {
        assertThat(answer(200, body)).isEqualTo(new Done());
        assertThat(answer(202, body)).isEqualTo(new Done());
    }

    @Test
    void status204IsDone() {
        assertThat(answer(204, "")).isEqualTo(new Done());
    }

    @Test
    void okTrueAfterAByteOrderMarkIsDone() {
        assertThat(answer(200, "\uFEFF{\"ok\":true}")).isEqualTo(new Done());
    }

    @Test
    void aReceiverWhoseNamesCollideHarmsNoOther() {
        var names =
                CollidingNames.first(20_000).stream()
                        .map(name -> '"' + name + "\":1")
                        .collect(Collectors.joining(",", "{", ",\"ok\":true}"));
        for (int round = 0; round < 50; round++) {
            assertThat(answer(200, names, STRICT)).isInstanceOf(Failed.class);
            assertThat(answer(200, "{\"note-%d\":1,\"ok\":true}".formatted(round)))
                    .isEqualTo(new Done());
        }
    }

    @Test
    void okFalseIsAFailedAttempt() {
        var depth = "[".repeat(2_000) + "]".repeat(2_000);
        for (var more :
                List.of("", ",\"e\":1,\"e\":2", ",\"n\":" + "1".repeat(2_000), ",\"d\":" + depth)) {
            assertThat(answer(200, "{\"ok\":false" + more + "}"))
                    .as(more)
                    .isEqualTo(new Failed("the receiver answered ok=false", Optional.empty()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"nextExecuteAt\":\"2030-01-01T00:00:00Z\"}",
                "{\"nextExecuteAt\":\"2030-01-01T00:00Z\"}",
                "{\"ok\":true,\"nextExecuteAt\":\"2030-01-01T02:00:00.000+02:00\"}",
                "{\"nextExecuteAt\":\"2030-01-01T00:00:00Z\",\"ok\":false}"
            })
    void nextExecuteAtRunsAgain(String body) {
        assertThat(answer(200, body)).isEqualTo(new RunAgain(NEXT, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1.10,\"a\":2}",
                "[ 1,2 ]",
                "{\"\\ud800\": \"\\uDC00\"}",
                "\"\\u0041 ✓\"",
                "null",
                "-0.50e+3",
                "true",
                "\"\"",
                "{ \"x\" : [ { } , \"]}\" ] }"
            })
    void theNewPayloadIsCutOutByteForByte(String payload) {
        var before = "{\"ü\":\"ü\",\"payload\": " + payload;
        var again = new RunAgain(NEXT, Optional.of(Payload.of(payload)));
        assertThat(answer(200, before + " ,\"nextExecuteAt\":\"2030-01-01T00:00:00Z\"}"))
                .isEqualTo(again);
        assertThat(
                        answer(
                                200,
                                "{\"nextExecuteAt\":\"2030-01-01T00:00:00Z\",\"payload\":"
                                        + payload
                                        + "}"))
                .isEqualTo(again);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ``                                   | the body is empty
                    ` `                                  | the body is not a JSON object
                    OK                                   | the body is not JSON
                    true                                 | the body is not a JSON object
                    [true]                               | the body is not a JSON object
                    {}                                   | the body has no "ok"
                    {"OK":true}                          | the body has no "ok"
                    {"ok":"true"}                        | "ok" is neither true nor false
                    {"ok":1}                             | "ok" is neither true nor false
                    {"ok":null}                          | "ok" is neither true nor false
                    {"ok":true                           | the body is not JSON
                    {"ok":true,"ok":true}                | the body has a name twice
                    {"ok":true}{"ok":true}               | the body is more than one JSON value
                    {"ok":true} x                        | the body is not JSON
                    {"ok":true,"nextExecuteAt":5}        | "nextExecuteAt" is not a string
                    {"ok":true,"nextExecuteAt":"soon"}   | "nextExecuteAt" is not an instant such as 2030-01-01T00:00:00Z
                    {"nextExecuteAt":"2030-01-01T00:00"} | "nextExecuteAt" is not an instant such as 2030-01-01T00:00:00Z
                    {"nextExecuteAt":"0000-01-01T00:00:00Z"} | "nextExecuteAt" lies outside of the years 1 to 9999
                    {"nextExecuteAt":null}               | the body has no "ok"
                    """)
    void strictlyAnythingElseIsAFailedAttemptThatSaysWhatToAnswer(String body, String reason) {
        assertThat(answer(200, body, STRICT)).isEqualTo(SuccessBody.unclear(reason));
        assertThat(SuccessBody.unclear(reason).error())
                .startsWith("INVALID_CALLBACK_RESPONSE: ")
                .contains("answer 204, or 200 with {\"ok\":true}")
                .hasSizeLessThan(300);
    }

    @Test
    void aPayloadAboveTheLimitIsRefused() {
        var body = "{\"nextExecuteAt\":\"2030-01-01T00:00:00Z\",\"payload\":\"%s\"}";
        assertThat(answer(200, body.formatted("x".repeat(48)))).isInstanceOf(RunAgain.class);
        assertThat(answer(200, body.formatted("x".repeat(49))))
                .isEqualTo(SuccessBody.unclear("\"payload\" is longer than 50 bytes"));
    }

    @Test
    void strictlyInvalidUtf8IsRefusedEvenWhereNobodyLooks() {
        var body = "{\"ok\":true,\"note\":\"?\"}".getBytes(StandardCharsets.UTF_8);
        body[body.length - 3] = (byte) 0xC3;
        assertThat(VERDICTS.of(200, Optional.empty(), body, STRICT))
                .isEqualTo(SuccessBody.unclear("the body is not valid UTF-8"));
    }

    @Test
    void strictlyUtf16IsRefused() {
        assertThat(
                        VERDICTS.of(
                                200,
                                Optional.empty(),
                                "{\"ok\":true}".getBytes(StandardCharsets.UTF_16LE),
                                STRICT))
                .isEqualTo(SuccessBody.unclear("the body is not JSON in UTF-8"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 408, 425, 429, 451, 499, 500, 502, 503, 599})
    void otherStatusesAreFailedAttemptsThatHonourRetryAfter(int status) {
        assertThat(answer(status, "{\"ok\":true}"))
                .isEqualTo(new Failed("HTTP " + status, Optional.empty()));
        assertThat(answerAfter(status, "120"))
                .isEqualTo(new Failed("HTTP " + status, Optional.of(Duration.ofMinutes(2))));
        assertThat(answerAfter(status, "Mon, 06 May 2030 07:09:09 GMT"))
                .isEqualTo(new Failed("HTTP " + status, Optional.of(Duration.ofMinutes(1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-5", "soon", "99999999999999", "Mon, 06 May 2030 07:08:09 GMT"})
    void aRetryAfterThatAsksForNothingIsNotHonoured(String value) {
        assertThat(answerAfter(503, value)).isEqualTo(new Failed("HTTP 503", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 304, 308})
    void redirectsAreFailedAttempts(int status) {
        assertThat(answer(status, ""))
                .isEqualTo(
                        new Failed(
                                "HTTP " + status + ": redirects are not followed",
                                Optional.empty()));
    }

    @Test
    void goneIsForGoodAndSoIsWhatTheTimerNames() {
        var rules = AnswerRules.of(AnswerRules.Success.ANY_2XX, List.of(404));

        assertThat(answer(410, "")).isEqualTo(new FailedForGood("HTTP 410"));
        assertThat(answer(404, "")).isEqualTo(new Failed("HTTP 404", Optional.empty()));
        assertThat(answer(404, "", rules)).isEqualTo(new FailedForGood("HTTP 404"));
        assertThat(answer(410, "", rules)).isEqualTo(new FailedForGood("HTTP 410"));
    }

    /** An empty answer of a void handler, plain text, a page, a JSON body of the receiver's own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "OK\n",
                "<html></html>",
                "true",
                "[false]",
                "{}",
                "{\"status\":\"accepted\",\"status\":1}",
                "{\"ok\":\"no\"}",
                "{\"ok\":{\"ok\":false}}",
                "{\"ok\":false",
                "{\"payload\":\"longer than the fifty bytes that a payload may have here\"}",
                "\0"
            })
    void any2xxIsDoneUnlessItsBodySaysOtherwise(String body) {
        for (int status : List.of(200, 201, 202, 206, 299)) {
            assertThat(answer(status, body)).isEqualTo(new Done());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"nextExecuteAt\":5}",
                "{\"ok\":true,\"nextExecuteAt\":\"soon\"}",
                "{\"ok\":true,\"ok\":true}",
                "{\"nextExecuteAt\":\"0000-01-01T00:00:00Z\"}"
            })
    void aWishThatCanNotBeReadIsAFailedAttempt(String body) {
        assertThat(answer(200, body))
                .isInstanceOfSatisfying(
                        Failed.class,
                        it -> assertThat(it.error()).startsWith("INVALID_CALLBACK_RESPONSE: "));
    }
}
