package dev.belfry.check.history.check;

import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Reply;
import dev.belfry.core.timer.Backoff;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What attempts can come to. Immutable. */
record Settlements(Case timer, Faults faults, CheckBounds bounds) {
    /** The shortest wait before another attempt. */
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

    /** How far ahead a reschedule may lie and still be found in the past; how far it is moved. */
    private static final Duration RESCHEDULE_LAG = Duration.ofSeconds(2);

    private static final Duration LONGEST_MINIMUM_INTERVAL = Duration.ofMinutes(1);

    /** The states after the given attempt of a pending timer, as far as it is over at a moment. */
    List<State> of(State.Pending pending, ObservedAttempt attempt, Moment now) {
        var states = new ArrayList<State>(2);
        replied(pending, attempt, attempt.replyBefore(now.index()), states);
        broken(pending, attempt, now, states);
        return states;
    }

    private void replied(
            State.Pending pending, ObservedAttempt attempt, Reply reply, List<State> states) {
        switch (reply) {
            case Reply.Done() -> states.add(done(pending, answeredAt(attempt)));
            case Reply.Reschedule again -> states.add(rescheduled(pending, attempt, again));
            case Reply.Failed(var retryAfter) ->
                    failed(pending, overAt(answeredAt(attempt)), retryAfter, states);
            case Reply.Permanent() ->
                    states.add(new State.Kept(TimerState.FAILED, pending, answeredAt(attempt)));
            case Reply.Hung() -> {}
        }
    }

    private static Instant answeredAt(ObservedAttempt attempt) {
        return attempt.answered().orElseThrow().at();
    }

    private State done(State.Pending pending, Instant at) {
        return timer.group().keepsReached()
                ? new State.Kept(TimerState.REACHED, pending, at)
                : new State.Absent();
    }

    private State rescheduled(
            State.Pending pending, ObservedAttempt attempt, Reply.Reschedule again) {
        var now = answeredAt(attempt);
        var wanted = again.nextExecuteAt();
        boolean floats =
                wanted.isBefore(now.plus(RESCHEDULE_LAG).plus(bounds.transit()))
                        || faults.areBetween(now, wanted);
        var old = pending.request();
        var request =
                new ObservedRequest(
                        Instants.max(wanted, now),
                        again.payload().orElse(old.payload()),
                        old.retryPolicy(),
                        old.timeout(),
                        old.digest());
        int origin = attempt.answeredIndex();
        return floats
                ? State.Pending.fresh(
                        Schedule.floatingFrom(origin),
                        request,
                        request.executeAt().plus(LONGEST_MINIMUM_INTERVAL))
                : State.Pending.fresh(Schedule.startedAt(origin), request, now);
    }

    /** The node heard nothing: too late, or something was in the way. */
    private void broken(
            State.Pending pending, ObservedAttempt attempt, Moment now, List<State> states) {
        var timeout = pending.request().timeout();
        var deadline = attempt.at().plus(timeout);
        var fault = faults.breaking(timer, attempt, timeout);
        if (fault.isPresent()) {
            var latest = Instants.max(deadline, fault.get().until());
            failed(pending, new Span(attempt.at(), latest), Duration.ZERO, states);
        } else if (isOverdue(attempt, deadline.minus(bounds.settlingError()), now)) {
            failed(pending, overAt(deadline), Duration.ZERO, states);
        }
    }

    private static boolean isOverdue(ObservedAttempt attempt, Instant deadline, Moment now) {
        boolean answered =
                attempt.hasReply()
                        && attempt.answeredIndex() < now.index()
                        && answeredAt(attempt).isBefore(deadline);
        return !answered && !now.at().isBefore(deadline);
    }

    /** The states after an attempt that no receiver saw, if a fault can have hidden it. */
    List<State> unseen(State.Pending pending, Moment now) {
        var states = new ArrayList<State>(2);
        faults.hiding(timer, pending.notBefore(), now.at())
                .ifPresent(fault -> hidden(pending, fault, states));
        return states;
    }

    private void hidden(State.Pending pending, InjectedFault fault, List<State> states) {
        var earliest = Instants.max(pending.notBefore(), fault.from());
        var latest = Instants.max(earliest, fault.until()).plus(pending.request().timeout());
        failed(pending, new Span(earliest, latest), Duration.ZERO, states);
    }

    private static Span overAt(Instant at) {
        return new Span(at, at);
    }

    /**
     * @param over when the attempt may have ended, at the earliest and at the latest
     */
    private void failed(State.Pending pending, Span over, Duration retryAfter, List<State> states) {
        var policy = pending.request().retryPolicy();
        int number = pending.attempts() + 1;
        var asked = longer(min(retryAfter, policy.maxInterval()), SHORTEST_WAIT);
        var longest = longer(Backoff.ceiling(policy, number), asked);
        var latest = over.untilExclusive().plus(longest);
        if (!isGivenUp(pending, number, asked, over.fromInclusive())) {
            var earliest = over.fromInclusive().plus(asked).minus(bounds.settlingError());
            states.add(pending.retried(earliest, latest));
        }
        if (isGivenUp(pending, number, longest, latest.plus(bounds.repeatWindow()))) {
            states.add(new State.Kept(TimerState.FAILED, pending, over.fromInclusive()));
        }
    }

    private static boolean isGivenUp(
            State.Pending pending, int failed, Duration wait, Instant next) {
        var request = pending.request();
        return request.retryPolicy()
                .isExhausted(failed, wait, next, request.executeAt(), request.timeout());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** The state after the time of a kept timer is over, if it may be. */
    Optional<State> expired(State.Kept kept, Moment now) {
        var group = timer.group();
        var retention =
                kept.state() == TimerState.REACHED ? group.retention() : group.failedRetention();
        var end = kept.since().plus(retention).minus(bounds.settlingError());
        return now.at().isBefore(end) ? Optional.empty() : Optional.of(new State.Absent());
    }
}
