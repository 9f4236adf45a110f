package dev.belfry.operate.config;

import java.util.Optional;

/** How callbacks are sent. */
public record CallbackConfig(
        @Setting(
                        fallback = "",
                        says =
                                "Keys that sign callbacks as in Standard Webhooks (whsec_ and"
                                        + " Base64), separated by blanks; left out, they are not"
                                        + " signed.")
                Optional<Secret> signingKeys) {}
