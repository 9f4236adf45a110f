package dev.belfry.http.api;

import dev.belfry.operate.console.ConsoleFile;
import dev.belfry.operate.console.ConsoleFiles;
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

    /** The web console. */
    static StaticFiles of(ConsoleFiles console) {
        return (path, known) -> console.find(path).map(file -> answer(file, known));
    }

    private static Answer.Whole answer(ConsoleFile file, @Nullable String known) {
        var answer =
                known != null && known.contains(file.tag())
                        ? Answer.empty(304)
                        : Answer.of(200, file.type(), file.bytes());
        for (var header : file.headers()) {
            answer = answer.header(header.getKey(), header.getValue());
        }
        return answer.header("ETag", file.tag()).header("Cache-Control", "no-cache");
    }
}
