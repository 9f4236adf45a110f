package dev.belfry.http.transport;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON whose names a strict parser can read. Escapes of surrogates are valid in JSON wherever a
 * string is, lone ones too, but the parser refuses them in names, also in those of payloads, which
 * are none of its business. For its eyes they are replaced, in a copy of the same length: one, of
 * what is read and nothing else.
 */
public final class ReadableNames {
    private static final byte[] REPLACEMENT = "FFFD".getBytes(StandardCharsets.US_ASCII);
    private static final int ESCAPE_LENGTH = 6;

    private final byte[] bytes;
    private final int from;
    private final int until;
    private ByteBuffer readable;
    private boolean copied;

    private ReadableNames(byte[] bytes, int from, int until) {
        this.bytes = bytes;
        this.from = from;
        this.until = until;
        this.readable = ByteBuffer.wrap(bytes, from, until - from).slice();
    }

    /** These bytes themselves, or a copy of them that differs within names only. */
    public static ByteBuffer in(byte[] bytes, int from, int until) {
        var names = new ReadableNames(bytes, from, until);
        names.scan();
        return names.readable;
    }

    private void scan() {
        int at = from;
        while (at < until) {
            at = bytes[at] == '"' ? string(at) : at + 1;
        }
    }

    /** Passes over a string; malformed ones are left to the parser. */
    private int string(int start) {
        boolean surrogates = false;
        int at = start + 1;
        while (at < until && bytes[at] != '"') {
            surrogates |= isSurrogate(at);
            at += bytes[at] == '\\' ? 2 : 1;
        }
        if (surrogates && isName(at + 1)) {
            replace(start, at);
        }
        return at + 1;
    }

    private boolean isSurrogate(int at) {
        return at + ESCAPE_LENGTH <= until
                && bytes[at] == '\\'
                && bytes[at + 1] == 'u'
                && (bytes[at + 2] | 0x20) == 'd'
                && Character.digit(bytes[at + 3], 16) >= 8;
    }

    private boolean isName(int behind) {
        int at = behind;
        while (at < until && " \t\r\n".indexOf(bytes[at]) >= 0) {
            at++;
        }
        return at < until && bytes[at] == ':';
    }

    private void replace(int start, int end) {
        if (!copied) {
            readable = ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, until));
            copied = true;
        }
        for (int at = start + 1; at < end; at += bytes[at] == '\\' ? 2 : 1) {
            if (isSurrogate(at) && isHex(at + 4) && isHex(at + 5)) {
                readable.put(at - from + 2, REPLACEMENT);
            }
        }
    }

    private boolean isHex(int at) {
        return Character.digit(bytes[at], 16) >= 0;
    }
}
