package dev.belfry.client;

import java.util.Optional;

/** A call that did not do what was asked. Its class says what the caller may do next. */
public abstract sealed class BelfryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ApiProblem problem;

    private BelfryException(ApiProblem problem) {
        super(problem.code() + ": " + problem.detail());
        this.problem = problem;
    }

    public ApiProblem problem() {
        return problem;
    }

    /** The stable name of the refusal. */
    public String code() {
        return problem.code();
    }

    /** The offending field. */
    public Optional<String> field() {
        return problem.field();
    }

    /** There is no such timer or group. */
    public static final class NotFound extends BelfryException {
        private static final long serialVersionUID = 1;

        NotFound(ApiProblem problem) {
            super(problem);
        }
    }

    /** Another timer stands in the way; {@link ApiProblem#existing} shows it. */
    public static final class Conflict extends BelfryException {
        private static final long serialVersionUID = 1;

        Conflict(ApiProblem problem) {
            super(problem);
        }
    }

    /** The timer is not as {@code If-Match} demands; look at it again. */
    public static final class PreconditionFailed extends BelfryException {
        private static final long serialVersionUID = 1;

        PreconditionFailed(ApiProblem problem) {
            super(problem);
        }
    }

    /** The request can not be accepted as it is; asking again can not help. */
    public static final class Refused extends BelfryException {
        private static final long serialVersionUID = 1;

        Refused(ApiProblem problem) {
            super(problem);
        }
    }

    /** The server does not know who asks, or does not let it do this; a better key can help. */
    public static final class Denied extends BelfryException {
        private static final long serialVersionUID = 1;

        Denied(ApiProblem problem) {
            super(problem);
        }
    }

    /** Nothing was changed, for as long as the client was told to try: ask again later. */
    public static final class Unavailable extends BelfryException {
        private static final long serialVersionUID = 1;

        Unavailable(ApiProblem problem) {
            super(problem);
        }
    }

    /** The change may or may not have been made: look at the timer to find out. */
    public static final class OutcomeUnknown extends BelfryException {
        private static final long serialVersionUID = 1;

        OutcomeUnknown(ApiProblem problem) {
            super(problem);
        }
    }

    static BelfryException of(ApiProblem problem) {
        if (problem.outcomeUnknown()) {
            return new OutcomeUnknown(problem);
        }
        return switch (problem.status()) {
            case 401, 403 -> new Denied(problem);
            case 404 -> new NotFound(problem);
            case 409 -> new Conflict(problem);
            case 412 -> new PreconditionFailed(problem);
            case 0, 408, 429, 503 -> new Unavailable(problem);
            default -> new Refused(problem);
        };
    }
}
