package dev.belfry.operate.config;

import java.nio.file.Path;

/** Where a node keeps its own files. */
public record DataConfig(
        @Setting(
                        fallback = "./data",
                        says = "Folder of the embedded database; one server at a time uses it.")
                Path dir) {}
