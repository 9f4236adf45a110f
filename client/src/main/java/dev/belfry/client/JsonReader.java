package dev.belfry.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a server sent, which is well-formed JSON. Confined to one thread. */
final class JsonReader {
    /** Its value is kept as it came: through numbers and maps it would not come back the same. */
    private static final String KEPT_RAW = "payload";

    private static final int HEXADECIMAL = 16;
    private static final int CODE_DIGITS = 4;

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    JsonObject read() {
        return object();
    }

    private JsonObject object() {
        var fields = new HashMap<String, Object>();
        expect('{');
        while (!isEnd('}')) {
            field(fields);
        }
        return new JsonObject(Map.copyOf(fields));
    }

    private void field(Map<String, Object> fields) {
        skipBlanks();
        var name = string();
        expect(':');
        skipBlanks();
        int from = at;
        var value = value();
        if (name.equals(KEPT_RAW)) {
            fields.put(name, text.substring(from, at));
        } else if (value != null) {
            fields.put(name, value);
        }
    }

    private List<Object> list() {
        var values = new ArrayList<Object>();
        expect('[');
        while (!isEnd(']')) {
            var value = value();
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    /** Steps over a comma or the end. */
    private boolean isEnd(char end) {
        skipBlanks();
        if (text.charAt(at) == ',') {
            at++;
            return false;
        }
        if (text.charAt(at) == end) {
            at++;
            return true;
        }
        return false;
    }

    private @Nullable Object value() {
        skipBlanks();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw unexpected();
        }
        at += word.length();
        return value;
    }

    private BigDecimal number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (at == from) {
            throw unexpected();
        }
        return new BigDecimal(text.substring(from, at));
    }

    private String string() {
        expect('"');
        var string = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            string.append(c == '\\' ? escaped(next()) : c);
        }
        return string.toString();
    }

    private char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> code();
            default -> c;
        };
    }

    private char code() {
        at += CODE_DIGITS;
        return (char) Integer.parseInt(text.substring(at - CODE_DIGITS, at), HEXADECIMAL);
    }

    private char next() {
        return text.charAt(at++);
    }

    private void expect(char c) {
        skipBlanks();
        if (next() != c) {
            at--;
            throw unexpected();
        }
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("no JSON at character " + at);
    }
}
