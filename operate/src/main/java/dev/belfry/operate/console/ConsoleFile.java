package dev.belfry.operate.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One file with what browsers are told about it. A browser keeps it and asks each time whether it
 * is still the same, so that a new version of the server is seen at once. Immutable.
 */
public final class ConsoleFile {
    /** What a page says in its own text; an import map can not be anywhere else. */
    private static final Pattern INLINE =
            Pattern.compile("<script(?![^>]*\\ssrc=)[^>]*>(.*?)</script>", Pattern.DOTALL);

    private static final int TAG_LENGTH = 16;

    private final byte[] bytes;
    private final String type;
    private final String tag;
    private final List<Map.Entry<String, String>> headers;

    private ConsoleFile(byte[] bytes, String type, List<Map.Entry<String, String>> headers) {
        this.bytes = bytes;
        this.type = type;
        this.tag = "\"%s\"".formatted(HexFormat.of().formatHex(sha256(bytes), 0, TAG_LENGTH));
        this.headers = List.copyOf(headers);
    }

    static ConsoleFile asset(byte[] bytes, String type) {
        return new ConsoleFile(bytes, type, List.of());
    }

    /** The page itself says what may run on it: nothing from elsewhere, nothing made on the way. */
    static ConsoleFile page(byte[] bytes, String type) {
        return new ConsoleFile(
                bytes,
                type,
                List.of(
                        Map.entry("Content-Security-Policy", policy(bytes)),
                        Map.entry("Referrer-Policy", "same-origin"),
                        Map.entry("X-Frame-Options", "DENY")));
    }

    private static String policy(byte[] page) {
        var hashes =
                INLINE.matcher(new String(page, StandardCharsets.UTF_8))
                        .results()
                        .map(found -> found.group(1).getBytes(StandardCharsets.UTF_8))
                        .map(text -> " 'sha256-" + base64(sha256(text)) + "'")
                        .collect(Collectors.joining());
        return "default-src 'self'; script-src 'self'"
                + hashes
                + "; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
                + " frame-ancestors 'none'";
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The very bytes, not to be written to: many answers share them. */
    public byte[] bytes() {
        return bytes;
    }

    public String type() {
        return type;
    }

    /** What a browser that has it calls it by: the value of ETag, and of If-None-Match. */
    public String tag() {
        return tag;
    }

    /** What goes with it beside its type and its tag. */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }
}
