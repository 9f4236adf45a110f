package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HttpAnswerTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nETag: \"7\"\r\n\r\n{\"a\":";

    @Test
    void aWholeAnswerHasItsStatusAndItsBody() {
        assertThat(HttpAnswer.in(CREATED)).contains(new HttpAnswer(201, "{\"a\":"));
    }

    @Test
    void oneThatIsNotAllThereIsNone() {
        for (int some = 0; some < CREATED.length(); some++) {
            assertThat(HttpAnswer.in(CREATED.substring(0, some))).isEmpty();
        }
    }

    @Test
    void noBodyIsABody() {
        assertThat(HttpAnswer.in("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"))
                .contains(new HttpAnswer(503, ""));
    }

    @Test
    void oneThatDoesNotSayHowLongItIsFails() {
        assertThatThrownBy(() -> HttpAnswer.in("HTTP/1.1 200 OK\r\na: b\r\n\r\n"))
                .hasMessageContaining("without its length");
    }
}
