package dev.belfry.bench.harness;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * An answer of HTTP/1.1 that says how long it is.
 *
 * @param body a character for each byte
 */
record HttpAnswer(int status, String body) {
    /**
     * Puts answers together from their bytes as they come. Head and body are made texts once each,
     * in however many pieces they come. Confined to one thread.
     */
    static final class Reader {
        private static final String LENGTH = "\r\ncontent-length:";
        private static final int BEFORE_STATUS = "HTTP/1.1 ".length();
        private static final int AFTER_STATUS = BEFORE_STATUS + 3;

        private Buffer bytes = Buffer.buffer();
        private int searched;
        private int status;
        private int bodyStart;
        private int bodyEnd;

        /** The answer whose last bytes these are; none if some are still to come. */
        Optional<HttpAnswer> add(Buffer some) {
            bytes = bytes.length() == 0 ? some : bytes.appendBuffer(some);
            if (bodyStart == 0) {
                findHead();
            }
            if (bodyStart == 0 || bytes.length() < bodyEnd) {
                return Optional.empty();
            }
            var whole = new HttpAnswer(status, text(bodyStart, bodyEnd));
            bytes = Buffer.buffer();
            searched = 0;
            bodyStart = 0;
            return Optional.of(whole);
        }

        private void findHead() {
            for (; bodyStart == 0 && searched + 4 <= bytes.length(); searched++) {
                if (bytes.getByte(searched) == '\r'
                        && bytes.getByte(searched + 1) == '\n'
                        && bytes.getByte(searched + 2) == '\r'
                        && bytes.getByte(searched + 3) == '\n') {
                    readHead(text(0, searched + 2));
                    bodyStart = searched + 4;
                    bodyEnd += bodyStart;
                }
            }
        }

        private void readHead(String head) {
            int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
            if (at < 0) {
                throw new IllegalStateException("an answer without its length: " + head);
            }
            int from = at + LENGTH.length();
            status = Integer.parseInt(head.substring(BEFORE_STATUS, AFTER_STATUS));
            bodyEnd = Integer.parseInt(head.substring(from, head.indexOf("\r\n", from)).strip());
        }

        private String text(int from, int until) {
            return bytes.getString(from, until, StandardCharsets.ISO_8859_1.name());
        }
    }
}
