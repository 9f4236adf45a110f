package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/**
 * Names a credential that operators keep for callbacks to carry; empty for none.
 *
 * @param text as users write it
 */
public record CredentialName(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{0,64}");

    public static final CredentialName NONE = new CredentialName("");

    public CredentialName {
        require(
                FORM.matcher(text).matches(),
                "credential",
                "must be 1 to 64 letters, digits and . _ -");
    }

    /** One that a user gives, and so is not empty. */
    public static CredentialName of(String text) {
        require(!text.isEmpty(), "credential", "is empty");
        return new CredentialName(text);
    }

    public boolean isNone() {
        return text.isEmpty();
    }
}
