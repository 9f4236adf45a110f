package dev.belfry.http.api;

import dev.belfry.core.timer.Entry;
import java.io.IOException;

/** Refusals as RFC 9457 problem documents. */
final class ProblemJson {
    /** A second is enough for most of what passes by itself. */
    private static final String RETRY_AFTER_SECONDS = "1";

    /** What came from outside goes back in a detail, but not at any length. */
    private static final int LONGEST_DETAIL = 500;

    private ProblemJson() {}

    static Answer.Whole answer(Problem problem) {
        var answer =
                Answer.of(
                        problem.code().status(),
                        Answer.PROBLEM,
                        JsonBytes.object(json -> write(json, problem)));
        if (problem.code().isTemporary()) {
            return answer.header("Retry-After", RETRY_AFTER_SECONDS);
        }
        if (problem.code() == Code.UNAUTHENTICATED) {
            return answer.header("WWW-Authenticate", "Bearer realm=\"belfry\"");
        }
        return EntityTag.of(problem.existing())
                .map(tag -> answer.header("ETag", tag))
                .orElse(answer);
    }

    static void write(JsonBytes json, Problem problem) throws IOException {
        var code = problem.code();
        json.text("type", "about:blank")
                .text("title", code.title())
                .number("status", code.status())
                .text("code", code)
                .text("detail", cut(problem.detail()))
                .text("field", problem.field());
        if (!problem.errors().isEmpty()) {
            json.list("errors", problem.errors(), ProblemJson::write);
        }
        if (code.isTemporary()) {
            json.flag("outcomeUnknown", problem.outcomeUnknown());
        }
        if (!(problem.existing() instanceof Entry.Absent)) {
            json.object("timer", it -> TimerJson.write(it, problem.existing()));
        }
    }

    private static void write(JsonBytes json, Fault fault) throws IOException {
        json.text("field", fault.field()).text("detail", cut(fault.detail()));
    }

    private static String cut(String detail) {
        return detail.length() <= LONGEST_DETAIL
                ? detail
                : detail.substring(0, LONGEST_DETAIL) + "…";
    }
}
