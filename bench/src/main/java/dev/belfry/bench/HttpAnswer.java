package dev.belfry.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * An answer of HTTP/1.1 that says how long it is.
 *
 * @param body a character for each byte
 */
record HttpAnswer(int status, String body) {
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final String LENGTH = "\r\ncontent-length:";
    private static final int BEFORE_STATUS = "HTTP/1.1 ".length();
    private static final int AFTER_STATUS = BEFORE_STATUS + 3;

    /** The answer that these bytes are, a character each; none if some are still to come. */
    static Optional<HttpAnswer> in(String bytes) {
        int headEnd = bytes.indexOf(END_OF_HEAD);
        if (headEnd < 0) {
            return Optional.empty();
        }
        int bodyStart = headEnd + END_OF_HEAD.length();
        int bodyEnd = bodyStart + length(bytes.substring(0, headEnd + 2));
        if (bytes.length() < bodyEnd) {
            return Optional.empty();
        }
        int status = Integer.parseInt(bytes.substring(BEFORE_STATUS, AFTER_STATUS));
        return Optional.of(new HttpAnswer(status, bytes.substring(bodyStart, bodyEnd)));
    }

    private static int length(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            throw new IllegalStateException("an answer without its length: " + head);
        }
        int from = at + LENGTH.length();
        return Integer.parseInt(head.substring(from, head.indexOf("\r\n", from)).strip());
    }
}
