package dev.belfry.operate.config;

import java.nio.file.Path;
import java.util.Optional;

/** The record of who did what. */
public record AuditConfig(
        @Setting(
                        fallback = "",
                        says =
                                "File that every change and every refused caller is written to, one"
                                        + " JSON object in each line; left out, nothing is.")
                Optional<Path> log) {}
