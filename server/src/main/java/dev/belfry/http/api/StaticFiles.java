package dev.belfry.http.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What there is to read beside the calls of the API. */
public interface StaticFiles {
    StaticFiles NONE = (_, _) -> Optional.empty();

    /**
     * The answer to a GET of a path, if there is a file.
     *
     * @param path as it came, with the slash that it begins with
     * @param known the value of If-None-Match
     */
    Optional<Answer.Whole> find(String path, @Nullable String known);
}
