package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void whatIsWrittenIsReadAgain() {
        var odd = "a \"quoted\\\" \n\t\u0001 ü \ud83d\ude00";
        var text =
                new JsonWriter()
                        .text(odd, odd)
                        .number("n", -3)
                        .duration("d", Duration.ofSeconds(90))
                        .raw("list", " [ {\"x\" : 1} , true, null ,\"\\u00e9\\/\" ] ")
                        .raw("empty", "{ }")
                        .raw("nothing", "null")
                        .end();
        var read = JsonObject.parse(text);
        assertThat(read.text(odd)).isEqualTo(odd);
        assertThat(read.number("n")).isEqualTo(new BigDecimal(-3));
        assertThat(read.duration("d")).isEqualTo(Duration.ofSeconds(90));
        assertThat(read.list("list", Object.class))
                .containsExactly(JsonObject.parse("{\"x\": 1}"), true, "é/");
        assertThat(read.object("empty").fields()).isEmpty();
        assertThat(read.findText("nothing")).isEmpty();
    }

    @Test
    void payloadsStayAsTheyAre() {
        var read = JsonObject.parse("{\"payload\": { \"a\":1.10,\"a\" : [ ]}, \"n\": 1}");
        assertThat(read.text("payload")).isEqualTo("{ \"a\":1.10,\"a\" : [ ]}");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        for (var text : new String[] {"<html>", "{\"a\": nil}", "{\"a\" 1}", "{\"a\": }"}) {
            assertThatThrownBy(() -> JsonObject.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
