package dev.belfry.http.transport;

import java.nio.charset.StandardCharsets;

/**
 * JSON whose names a strict parser can read. Escapes of surrogates are valid in JSON wherever a
 * string is, lone ones too, but the parser refuses them in names, also in those of payloads, which
 * are none of its business. For its eyes they are replaced, in a copy of the same length.
 */
public final class ReadableNames {
    private static final byte[] REPLACEMENT = "FFFD".getBytes(StandardCharsets.US_ASCII);
    private static final int ESCAPE_LENGTH = 6;

    private final byte[] bytes;
    private byte[] readable;
    private boolean copied;

    private ReadableNames(byte[] bytes) {
        this.bytes = bytes;
        this.readable = bytes;
    }

    /** The same bytes, or a copy that differs within names only. */
    public static byte[] in(byte[] bytes, int from, int until) {
        var names = new ReadableNames(bytes);
        names.scan(from, until);
        return names.readable;
    }

    private void scan(int from, int until) {
        int at = from;
        while (at < until) {
            at = bytes[at] == '"' ? string(at, until) : at + 1;
        }
    }

    /** Passes over a string; malformed ones are left to the parser. */
    private int string(int start, int until) {
        boolean surrogates = false;
        int at = start + 1;
        while (at < until && bytes[at] != '"') {
            surrogates |= isSurrogate(at, until);
            at += bytes[at] == '\\' ? 2 : 1;
        }
        if (surrogates && isName(at + 1, until)) {
            replace(start, at);
        }
        return at + 1;
    }

    private boolean isSurrogate(int at, int until) {
        return at + ESCAPE_LENGTH <= until
                && bytes[at] == '\\'
                && bytes[at + 1] == 'u'
                && (bytes[at + 2] | 0x20) == 'd'
                && Character.digit(bytes[at + 3], 16) >= 8;
    }

    private boolean isName(int behind, int until) {
        int at = behind;
        while (at < until && " \t\r\n".indexOf(bytes[at]) >= 0) {
            at++;
        }
        return at < until && bytes[at] == ':';
    }

    private void replace(int start, int end) {
        if (!copied) {
            readable = bytes.clone();
            copied = true;
        }
        for (int at = start + 1; at < end; at += bytes[at] == '\\' ? 2 : 1) {
            if (isSurrogate(at, end) && isHex(at + 4) && isHex(at + 5)) {
                System.arraycopy(REPLACEMENT, 0, readable, at + 2, REPLACEMENT.length);
            }
        }
    }

    private boolean isHex(int at) {
        return Character.digit(bytes[at], 16) >= 0;
    }
}
