package dev.belfry.http.api;

import io.vertx.core.MultiMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What a request sends and what it takes in return. */
final class MediaTypes {
    private MediaTypes() {}

    /** A body must say what it is: browsers send other types without asking. */
    static void requireTaken(MultiMap headers, Set<String> taken) {
        var type = headers.get("Content-Type");
        var plain = type == null ? "" : withoutParameters(type);
        if (!taken.contains(plain)) {
            throw Problem.of(Code.UNSUPPORTED_MEDIA_TYPE, wanted(taken))
                    .field("Content-Type")
                    .raised();
        }
        requirePlain(headers);
    }

    /** What is read is what was sent: who inflates it on the way would read something else. */
    private static void requirePlain(MultiMap headers) {
        if (!headers.getAll("Content-Encoding").stream().allMatch("identity"::equalsIgnoreCase)) {
            throw Problem.of(
                            Code.UNSUPPORTED_MEDIA_TYPE,
                            "send the body as it is, without a Content-Encoding")
                    .field("Content-Encoding")
                    .raised();
        }
    }

    private static String wanted(Set<String> taken) {
        return taken.isEmpty()
                ? "this call takes no body"
                : "send the body with Content-Type: " + String.join(" or ", new TreeSet<>(taken));
    }

    /**
     * @param given the type of a success; empty if that has no body, and then clients may accept
     *     refusals alone, as generated ones do
     */
    static void requireAccepted(MultiMap headers, String given) {
        var accepts = headers.getAll("Accept");
        var types = given.isEmpty() ? List.of(Answer.JSON, Answer.PROBLEM) : List.of(given);
        if (!accepts.isEmpty()
                && types.stream().noneMatch(type -> accepts(accepts, withoutParameters(type)))) {
            throw Problem.of(
                            Code.NOT_ACCEPTABLE,
                            "the answer is of the type " + String.join(" or ", types))
                    .field("Accept")
                    .raised();
        }
    }

    private static boolean accepts(List<String> accepts, String type) {
        var family = type.substring(0, type.indexOf('/')) + "/*";
        return accepts.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .filter(range -> !range.replace(" ", "").matches(".*;[qQ]=0(\\.0*)?"))
                .map(MediaTypes::withoutParameters)
                .anyMatch(range -> Set.of("*/*", "", family, type).contains(range));
    }

    private static String withoutParameters(String type) {
        int semicolon = type.indexOf(';');
        var plain = semicolon < 0 ? type : type.substring(0, semicolon);
        return plain.strip().toLowerCase(Locale.ROOT);
    }
}
