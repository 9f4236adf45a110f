package dev.belfry.client;

import java.time.Duration;

/** Writes one JSON object, field after field. Confined to one thread. */
final class JsonWriter {
    private static final char FIRST_PLAIN = ' ';

    private final StringBuilder out = new StringBuilder("{");

    JsonWriter text(String name, String value) {
        return raw(name, quoted(value));
    }

    JsonWriter number(String name, long value) {
        return raw(name, Long.toString(value));
    }

    JsonWriter number(String name, double value) {
        return raw(name, Double.toString(value));
    }

    JsonWriter duration(String name, Duration value) {
        return raw(name, duration(value));
    }

    /** A value that is JSON already. */
    JsonWriter raw(String name, String json) {
        if (out.length() > 1) {
            out.append(',');
        }
        out.append(quoted(name)).append(':').append(json);
        return this;
    }

    String end() {
        return out.append('}').toString();
    }

    static String duration(Duration value) {
        return "\"" + value.toMillis() + "ms\"";
    }

    static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < FIRST_PLAIN) {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
