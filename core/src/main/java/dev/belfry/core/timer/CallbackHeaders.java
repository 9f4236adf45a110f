package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Headers a user wants sent with the callback, in their order. They may hold secrets. */
public record CallbackHeaders(SequencedMap<String, String> byName) {
    public static final CallbackHeaders NONE = new CallbackHeaders(new LinkedHashMap<>());
    public static final int MAX_HEADERS = 32;

    /** Two strings and an entry of a map, beside their characters. */
    private static final int HEAP_BYTES_EACH = 150;

    public static final int MAX_CHARACTERS = 8 * 1024;

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");
    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");
    private static final Set<String> OURS =
            Set.of(
                    "host",
                    "connection",
                    "keep-alive",
                    "proxy-authenticate",
                    "proxy-authorization",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "expect",
                    "traceparent",
                    "tracestate");

    public CallbackHeaders {
        byName = java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(byName));
        require(byName.size() <= MAX_HEADERS, "headers", "are more than %d", MAX_HEADERS);
        byName.forEach(CallbackHeaders::requireHeader);
        require(
                distinctNames(byName) == byName.size(),
                "headers",
                "hold one name twice in different case");
        require(
                characters(byName) <= MAX_CHARACTERS,
                "headers",
                "are longer than %d characters",
                MAX_CHARACTERS);
    }

    private static void requireHeader(String name, String value) {
        var field = "headers." + name;
        require(NAME.matcher(name).matches(), field, "is not a header name");
        require(VALUE.matcher(value).matches(), field, "has a value that is not printable ASCII");
        require(value.equals(value.strip()), field, "has a value with blanks around it");
        var lower = name.toLowerCase(Locale.ROOT);
        require(
                !OURS.contains(lower)
                        && !lower.startsWith("content-")
                        && !lower.startsWith("webhook-"),
                field,
                "is set by Belfry itself and can not be given");
    }

    private static long distinctNames(Map<String, String> byName) {
        return byName.keySet().stream().map(n -> n.toLowerCase(Locale.ROOT)).distinct().count();
    }

    private static int characters(Map<String, String> byName) {
        return byName.entrySet().stream()
                .mapToInt(header -> header.getKey().length() + header.getValue().length())
                .sum();
    }

    /** About what they occupy in memory. */
    int heapBytes() {
        return byName.isEmpty() ? 0 : byName.size() * HEAP_BYTES_EACH + characters(byName);
    }

    /** The form in which stores keep them: a line each, as on the wire. */
    public String toText() {
        if (byName.isEmpty()) {
            return "";
        }
        return byName.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .collect(Collectors.joining("\n"));
    }

    public static CallbackHeaders fromText(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        return new CallbackHeaders(lines(text));
    }

    /** The lines of a stored text, by name. */
    static SequencedMap<String, String> lines(String text) {
        var byName = new LinkedHashMap<String, String>();
        text.lines().forEach(line -> putLine(byName, line));
        return byName;
    }

    private static void putLine(Map<String, String> byName, String line) {
        int colon = line.indexOf(": ");
        byName.put(line.substring(0, colon), line.substring(colon + 2));
    }

    /** Names only: values may be secrets. */
    @Override
    public String toString() {
        return byName.keySet().toString();
    }
}
