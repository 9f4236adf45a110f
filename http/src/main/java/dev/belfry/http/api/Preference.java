package dev.belfry.http.api;

import java.util.Arrays;
import java.util.Locale;

/** How much of an answer its caller would like to see (RFC 7240). */
final class Preference {
    static final String HEADER = "Prefer";
    static final String MINIMAL = "return=minimal";

    private Preference() {}

    /** Whether only what the caller can not know is to be shown. */
    static boolean isMinimal(Call call) {
        return call.headers().getAll(HEADER).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(it -> it.split(";", 2)[0].strip().replace("\"", "").toLowerCase(Locale.ROOT))
                .anyMatch(MINIMAL::equals);
    }
}
