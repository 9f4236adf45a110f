package dev.belfry.check.history.check;

import static dev.belfry.check.history.check.Edits.at;
import static dev.belfry.check.history.check.Edits.atTheEnd;
import static dev.belfry.check.history.check.Edits.changed;
import static dev.belfry.check.history.check.Edits.end;
import static dev.belfry.check.history.check.Edits.flipped;
import static dev.belfry.check.history.check.Edits.isCalm;
import static dev.belfry.check.history.check.Edits.isDoneAtOnce;
import static dev.belfry.check.history.check.Edits.isRetriedOnce;
import static dev.belfry.check.history.check.Edits.isToldBeforeItFires;
import static dev.belfry.check.history.check.Edits.payload;
import static dev.belfry.check.history.check.Edits.place;
import static dev.belfry.check.history.check.Edits.webhookId;
import static dev.belfry.check.history.check.Edits.without;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.Optional;

/** Ways to make a clean history wrong, each with the promise it breaks. */
enum Sabotage {
    DROP_THE_ONLY_ATTEMPT(Violation.Lost.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var events = without(history, timer.attemptEvents());
            timer.remained().ifPresent(events::remove);
            return events;
        }
    },
    FORGET_WHAT_REMAINED(Violation.Lost.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.remained().filter(r -> r.seen().state() != TimerState.REACHED).isPresent()
                    && timer.attemptEvents().stream().noneMatch(Edits::isDone);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return without(history, List.of(timer.remained().orElseThrow()));
        }
    },
    START_EARLY(Violation.Early.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.attempts().size() == 1;
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return changed(history, timer, 0, a -> at(a, a.executeAt().minusMillis(1)));
        }
    },
    FIRE_AFTER_DELETE(Violation.FiredAfterDelete.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201", "Delete:204") && timer.attempts().isEmpty();
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return atTheEnd(history, timer.attempt("late", 1, end(history)));
        }
    },
    FIRE_WITHOUT_BEING_ASKED(Violation.FiredUnasked.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.done().stream().allMatch("Get:404"::equals) && timer.attempts().isEmpty();
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var at = end(history);
            return atTheEnd(history, timer.attempt("new", 1, at, at, new Fingerprint(1)));
        }
    },
    REPEAT_AN_ATTEMPT(Violation.Duplicate.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isDoneAtOnce(timer) && isCalm(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var id = timer.attempts().getFirst().webhookId();
            return atTheEnd(history, timer.attempt(id, 1, end(history)));
        }
    },
    RETRY_WHAT_IS_DONE(Violation.Duplicate.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var id = timer.attempts().getFirst().webhookId();
            return atTheEnd(history, timer.attempt(id, 2, end(history)));
        }
    },
    SEND_ANOTHER_PAYLOAD(Violation.PayloadWrong.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return changed(history, timer, 0, a -> payload(a, new Fingerprint(4711)));
        }
    },
    CHANGE_THE_ID(Violation.WebhookIdChanged.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isRetriedOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return changed(history, timer, 1, a -> webhookId(a, "another"));
        }
    },
    REUSE_THE_ID(Violation.WebhookIdReused.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201", "Create:201")
                    && timer.got(Reply.Done.class, Reply.Done.class)
                    && isCalm(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var id = timer.attempts().getFirst().webhookId();
            return changed(history, timer, 1, a -> webhookId(a, id));
        }
    },
    SKIP_AN_ATTEMPT(Violation.AttemptSkipped.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isRetriedOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return without(
                    history,
                    List.of(timer.attempts().getFirst(), timer.replies().getFirst().get()));
        }
    },
    RETRY_BEFORE_THE_ANSWER(Violation.RetriedTooSoon.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isRetriedOnce(timer)
                    && timer.attempts()
                            .get(1)
                            .at()
                            .isBefore(timer.attempts().getFirst().at().plusSeconds(10));
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return without(history, List.of(timer.replies().getFirst().get()));
        }
    },
    RETRY_FOR_EVER(Violation.TooManyAttempts.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201")
                    && (timer.got(Reply.Permanent.class)
                            || timer.got(Reply.Failed.class, Reply.Permanent.class)
                            || timer.got(
                                    Reply.Failed.class, Reply.Failed.class, Reply.Failed.class));
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var last = timer.attempts().getLast();
            return atTheEnd(
                    history, timer.attempt(last.webhookId(), last.number() + 1, end(history)));
        }
    },
    FIRE_LATE(Violation.Stuck.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var late = at(timer.attempts().getFirst(), end(history));
            var reply = timer.replies().getFirst().orElseThrow();
            var events = without(history, timer.attemptEvents());
            int place = place(events);
            events.add(place, new Event.AttemptAnswered(reply.id(), late.at(), reply.reply()));
            events.add(place, late);
            return events;
        }
    },
    KEEP_WHAT_WAS_DELETED(Violation.WrongFinalState.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201", "Delete:204");
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            var seen =
                    new Seen(
                            TimerState.SCHEDULED,
                            new Revision(1),
                            timer.request().orElseThrow().executeAt(),
                            0,
                            Optional.empty());
            return atTheEnd(history, new Event.Remained(end(history), timer.key(), seen));
        }
    },
    FLIP_AN_ANSWER(Violation.WrongAnswer.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201") && isToldBeforeItFires(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return flipped(history, timer, Status.EXISTS);
        }
    },
    TELL_THAT_IT_WAS_THERE(Violation.WrongAnswer.class) {
        @Override
        boolean suits(Plain timer, EventHistory history) {
            return timer.did("Create:201") && isToldBeforeItFires(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, EventHistory history) {
            return flipped(history, timer, Status.OK);
        }
    };

    private final Class<? extends Violation> breaks;

    Sabotage(Class<? extends Violation> breaks) {
        this.breaks = breaks;
    }

    Class<? extends Violation> breaks() {
        return breaks;
    }

    abstract boolean suits(Plain timer, EventHistory history);

    abstract List<Event> apply(Plain timer, EventHistory history);
}
