package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The text of URLs: percent-encoded UTF-8, read strictly. */
final class PercentText {
    private static final String UNRESERVED = "-._~";

    private PercentText() {}

    /** Decodes a segment of a path, or part of a query; in a query a plus is a blank. */
    static String decode(String raw, String field, boolean query) {
        if (raw.indexOf('%') < 0 && raw.indexOf('+') < 0 && isAscii(raw)) {
            return raw;
        }
        var bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                bytes.write(octet(raw, i, field));
                i += 2;
            } else {
                require(c < 0x80, field, "has a character that must be percent-encoded as UTF-8");
                bytes.write(query && c == '+' ? ' ' : c);
            }
        }
        return utf8(bytes.toByteArray(), field);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static int octet(String raw, int at, String field) {
        boolean complete = at + 2 < raw.length();
        int high = complete ? Character.digit(raw.charAt(at + 1), 16) : -1;
        int low = complete ? Character.digit(raw.charAt(at + 2), 16) : -1;
        require(high >= 0 && low >= 0, field, "has a '%%' without two hexadecimal digits");
        return high << 4 | low;
    }

    private static String utf8(byte[] bytes, String field) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            require(false, field, "is not valid UTF-8");
            throw new AssertionError(e);
        }
    }

    /** Encodes a segment of a path. */
    static String encode(String text) {
        var encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append("%02X".formatted((int) c));
            }
        }
        return encoded.toString();
    }
}
