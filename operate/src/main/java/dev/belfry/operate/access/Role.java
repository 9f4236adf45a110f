package dev.belfry.operate.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller may do; each one may do what those before it may. */
public enum Role {
    /** Sees timers and groups. */
    READ,
    /** Creates, changes, fires and deletes timers. */
    WRITE,
    /** Pauses groups, redrives dead letters, sees how the system does. */
    OPERATE,
    /** Everything. */
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** The word for it in files, tokens and documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> ofWord(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
