package dev.belfry.operate.egress;

import static dev.belfry.core.Checks.require;

import java.util.List;
import java.util.Locale;

/** Which of http and https may be spoken. */
public record SchemeList(Selection<String> schemes) {
    static final SchemeList ANY =
            new SchemeList(new Selection<>(List.of("http", "https"), List.of()));

    public static SchemeList parse(String text, String key) {
        return new SchemeList(Selection.parse(text, key, SchemeList::scheme));
    }

    private static String scheme(String text, String key) {
        require(ANY.takes(text), key, "has '%s', which is neither http nor https", text);
        return text;
    }

    public SchemeList over(SchemeList general) {
        return new SchemeList(schemes.over(general.schemes));
    }

    public boolean takes(String scheme) {
        return schemes.takes(scheme.toLowerCase(Locale.ROOT)::equals);
    }

    @Override
    public String toString() {
        return schemes.toString();
    }
}
