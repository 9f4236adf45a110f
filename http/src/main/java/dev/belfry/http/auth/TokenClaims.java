package dev.belfry.http.auth;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.belfry.core.InvalidValueException;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.GroupScope;
import dev.belfry.operate.access.Role;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which claims of a token hold the role and the groups. Immutable.
 *
 * @param role the name of a claim; dots lead into objects
 * @param groups the same
 */
record TokenClaims(String role, String groups) {
    /** For claims that other services have their words in too, such as scope. */
    private static final String PREFIX = "belfry:";

    private static final int LONGEST_NAME = 200;

    /** Who a token speaks for; nobody if it holds no role, or passes for a node. */
    Optional<Caller> caller(JWTClaimsSet claims) {
        return words(claims, role).stream()
                .flatMap(word -> roleOf(word).stream())
                .max(Comparator.naturalOrder())
                .flatMap(it -> caller(claims, it));
    }

    private Optional<Caller> caller(JWTClaimsSet claims, Role found) {
        try {
            var caller = new Caller(name(claims), found, new GroupScope(words(claims, groups)));
            return caller.hasReservedName() ? Optional.empty() : Optional.of(caller);
        } catch (InvalidValueException _) {
            return Optional.empty();
        }
    }

    private static Optional<Role> roleOf(String word) {
        return Role.ofWord(word.startsWith(PREFIX) ? word.substring(PREFIX.length()) : word);
    }

    private static String name(JWTClaimsSet claims) {
        var subject = claims.getSubject();
        var name = subject == null || subject.isBlank() ? "token" : subject;
        return name.substring(0, Math.min(LONGEST_NAME, name.length()));
    }

    /** A list, or words with blanks or commas between them. */
    private static List<String> words(JWTClaimsSet claims, String path) {
        return texts(claim(claims.getClaims(), path))
                .flatMap(text -> Arrays.stream(text.split("[\\s,]+", -1)))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Stream<String> texts(@Nullable Object value) {
        return switch (value) {
            case String text -> Stream.of(text);
            case Collection<?> list -> list.stream().map(String::valueOf);
            case null, default -> Stream.empty();
        };
    }

    /** A claim whose name has dots itself comes before a way into objects. */
    private static @Nullable Object claim(Map<?, ?> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        int dot = path.indexOf('.');
        return dot > 0 && claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? claim(inner, path.substring(dot + 1))
                : null;
    }
}
