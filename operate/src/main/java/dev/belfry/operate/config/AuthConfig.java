package dev.belfry.operate.config;

import java.nio.file.Path;
import java.util.Optional;

/** How callers say who they are; with none of it whoever reaches the server may do everything. */
public record AuthConfig(
        @Setting(
                        fallback = "",
                        says =
                                "File of API keys, made and changed by 'belfry key'; it is read"
                                        + " again when it changes. With it every call needs a key,"
                                        + " from this machine too.")
                Optional<Path> keys) {
    /** Whether callers must say who they are. */
    public boolean isOn() {
        return keys.isPresent();
    }
}
