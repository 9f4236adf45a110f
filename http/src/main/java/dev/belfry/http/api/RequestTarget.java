package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import java.util.Arrays;
import java.util.List;

/**
 * What a request is about, cut in two and read once: all that looks at it later sees this. Only the
 * form that names a path is taken, and nothing in it that other readers end or shorten elsewhere.
 * Immutable.
 *
 * @param path raw, with the slash that it begins with
 * @param query raw, without its question mark
 */
record RequestTarget(String path, String query) {
    private static final String FIELD = "target";

    static RequestTarget parse(String raw) {
        require(raw.startsWith("/"), FIELD, "must be a path that begins with '/'");
        require(raw.indexOf('#') < 0, FIELD, "has a '#'; as part of a name it is %%23");
        require(raw.indexOf('\\') < 0, FIELD, "has a '\\'; as part of a name it is %%5C");
        require(
                raw.chars().allMatch(c -> c > ' ' && c < 0x7F),
                FIELD,
                "has a character that must be percent-encoded as UTF-8");
        int mark = raw.indexOf('?');
        var target =
                mark < 0
                        ? new RequestTarget(raw, "")
                        : new RequestTarget(raw.substring(0, mark), raw.substring(mark + 1));
        target.segments().forEach(RequestTarget::requireName);
        return target;
    }

    /** Proxies and clients shorten paths by them, and so would ask for something else. */
    private static void requireName(String segment) {
        require(
                !segment.equals(".") && !segment.equals(".."),
                FIELD,
                "has '%s' as part of its path",
                segment);
    }

    List<String> segments() {
        return Arrays.asList(path.substring(1).split("/", -1));
    }
}
