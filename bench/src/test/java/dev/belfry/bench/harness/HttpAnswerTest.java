package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nETag: \"7\"\r\n\r\n{\"a\":";

    private final HttpAnswer.Reader reader = new HttpAnswer.Reader();

    private Optional<HttpAnswer> add(String bytes) {
        return reader.add(Buffer.buffer(bytes));
    }

    @Test
    void aWholeAnswerHasItsStatusAndItsBody() {
        assertThat(add(CREATED)).contains(new HttpAnswer(201, "{\"a\":"));
    }

    @Test
    void oneThatComesInPiecesIsThereWithTheLast() {
        for (int piece = 1; piece < CREATED.length(); piece++) {
            int last = (CREATED.length() - 1) / piece * piece;
            for (int from = 0; from < last; from += piece) {
                assertThat(add(CREATED.substring(from, from + piece))).isEmpty();
            }
            assertThat(add(CREATED.substring(last))).contains(new HttpAnswer(201, "{\"a\":"));
        }
    }

    @Test
    void noBodyIsABody() {
        assertThat(add("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n"))
                .contains(new HttpAnswer(503, ""));
    }

    @Test
    void oneThatDoesNotSayHowLongItIsFails() {
        assertThatThrownBy(() -> add("HTTP/1.1 200 OK\r\na: b\r\n\r\n"))
                .hasMessageContaining("without its length");
    }
}
