package dev.belfry.core.timer;

import java.util.Optional;

/**
 * Where somebody is told that a timer has failed for good.
 *
 * @param text a URL, or one of the two words below
 */
public record FailureUrl(String text) {
    /** Where its group says: the usual case, of which nothing is stored. */
    public static final FailureUrl OF_GROUP = new FailureUrl("");

    /** Nowhere, whatever its group says. */
    public static final FailureUrl NONE = new FailureUrl("none");

    public FailureUrl {
        if (!text.isEmpty() && !text.equals("none")) {
            var _ = CallbackUrl.of(text, "onFailed");
        }
    }

    public boolean isOfGroup() {
        return equals(OF_GROUP);
    }

    /** The URL, unless it names none. */
    public Optional<String> url() {
        return isOfGroup() || equals(NONE) ? Optional.empty() : Optional.of(text);
    }

    /** Where to, if its group says this. */
    public Optional<String> urlIn(FailureUrl group) {
        return isOfGroup() ? group.url() : url();
    }
}
