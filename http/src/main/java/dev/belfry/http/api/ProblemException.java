package dev.belfry.http.api;

import dev.belfry.core.timer.GroupId;
import java.util.Optional;

/** A refusal on its way to the client. */
final class ProblemException extends RuntimeException {
    private final transient Problem problem;
    private final transient Optional<GroupId> wanted;

    ProblemException(Problem problem) {
        this(problem, Optional.empty());
    }

    /**
     * A refusal is an answer, not a failure: it needs no stack trace.
     *
     * @param wanted a group that is not there, and that a new timer may make
     */
    ProblemException(Problem problem, Optional<GroupId> wanted) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.wanted = wanted;
    }

    Optional<GroupId> wanted() {
        return wanted;
    }

    Problem problem() {
        return problem;
    }
}
