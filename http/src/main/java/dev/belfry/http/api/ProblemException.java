package dev.belfry.http.api;

/** A refusal on its way to the client. */
final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    /** A refusal is an answer, not a failure: it needs no stack trace. */
    ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
