package dev.belfry.check.history.check;

import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When one group was certainly, and when it was possibly paused. Immutable. */
final class ObservedPauses {
    private final List<Op> pauses;
    private final List<Op> resumes;
    private final CheckBounds bounds;

    ObservedPauses(List<Op> operations, CheckBounds bounds) {
        this.pauses = only(operations, Operation.Pause.class);
        this.resumes = only(operations, Operation.Resume.class);
        this.bounds = bounds;
    }

    private static List<Op> only(List<Op> operations, Class<?> type) {
        return operations.stream()
                .filter(op -> type.isInstance(op.operation()) && !op.isFailed())
                .toList();
    }

    /** The pause that was certainly in force when an attempt started. */
    Optional<Op> inForce(ObservedAttempt attempt) {
        return pauses.stream()
                .filter(pause -> isConfirmed(pause) && pause.answeredIndex() < attempt.index())
                .filter(pause -> attempt.at().isAfter(pause.knownBy().plus(bounds.transit())))
                .filter(pause -> resumes.stream().noneMatch(r -> mayEnd(r, pause, attempt)))
                .findFirst();
    }

    private static boolean isConfirmed(Op pause) {
        return pause.answer().map(ObservedAnswer::status).filter(Status.OK::equals).isPresent();
    }

    /** A resume counts unless it was over before the pause began, or began after the attempt. */
    private static boolean mayEnd(Op resume, Op pause, ObservedAttempt attempt) {
        boolean over = !resume.isUnknown() && resume.answeredIndex() < pause.index();
        return !over && resume.index() < attempt.index();
    }

    /** The spans in which the group may have been paused. */
    List<Span> possible() {
        return pauses.stream().map(pause -> new Span(pause.invoked().at(), endOf(pause))).toList();
    }

    private Instant endOf(Op pause) {
        return resumes.stream()
                .filter(resume -> !pause.isUnknown() && resume.index() > pause.answeredIndex())
                .map(Op::knownBy)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }
}
