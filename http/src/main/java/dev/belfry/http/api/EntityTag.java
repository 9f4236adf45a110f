package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import java.util.HashSet;
import java.util.Optional;
import java.util.regex.Pattern;

/** Entity tags: a revision in quotes. */
final class EntityTag {
    private static final String IF_MATCH = "If-Match";

    /** Room for dozens of tags; the pattern matches by recursion, so that it needs a bound. */
    private static final int MAX_LENGTH = 1_024;

    private static final Pattern LIST =
            Pattern.compile(
                    "\\s*(W/)?\"[\\x21\\x23-\\x7E]*\"(\\s*,\\s*(W/)?\"[\\x21\\x23-\\x7E]*\")*\\s*");
    private static final Pattern STRONG = Pattern.compile("(?<!W/)\"([0-9a-f]{1,16})\"");

    private EntityTag() {}

    static String of(Revision revision) {
        return "\"" + revision + "\"";
    }

    static Optional<String> of(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(of(timer.revision()));
            case Entry.Kept(var kept) -> Optional.of(of(kept.timer().revision()));
        };
    }

    /** What a request demands; a tag that Belfry never gave matches nothing. */
    static Precondition demanded(Call call) {
        if (!call.headers().contains(IF_MATCH)) {
            return Precondition.none();
        }
        return demanded(String.join(",", call.headers().getAll(IF_MATCH)), IF_MATCH);
    }

    /**
     * @param field that says it
     */
    static Precondition demanded(String tags, String field) {
        require(tags.length() <= MAX_LENGTH, field, "is longer than %d characters", MAX_LENGTH);
        if (tags.strip().equals("*")) {
            return new Precondition.Exists();
        }
        require(LIST.matcher(tags).matches(), field, "must be * or tags in double quotes");
        var revisions = new HashSet<Revision>();
        STRONG.matcher(tags).results().forEach(tag -> revisions.add(revision(tag.group(1))));
        return new Precondition.Matches(revisions);
    }

    private static Revision revision(String hex) {
        return new Revision(Long.parseUnsignedLong(hex, 16));
    }
}
