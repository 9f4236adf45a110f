package dev.belfry.history.check;

import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import dev.belfry.history.Answer;
import dev.belfry.history.Event;
import dev.belfry.history.Fingerprint;
import dev.belfry.history.History;
import dev.belfry.history.Outcome;
import dev.belfry.history.Reply;
import dev.belfry.history.Seen;
import dev.belfry.history.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Ways to make a clean history wrong, each with the promise it breaks. */
enum Sabotage {
    DROP_THE_ONLY_ATTEMPT(Violation.Lost.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var events = without(history, timer.attemptEvents());
            timer.remained().ifPresent(events::remove);
            return events;
        }
    },
    FORGET_WHAT_REMAINED(Violation.Lost.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.remained().filter(r -> r.seen().state() != TimerState.REACHED).isPresent();
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return without(history, List.of(timer.remained().orElseThrow()));
        }
    },
    START_EARLY(Violation.Early.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.attempts().size() == 1;
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return changed(history, timer, 0, a -> at(a, a.executeAt().minusMillis(1)));
        }
    },
    FIRE_AFTER_DELETE(Violation.FiredAfterDelete.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201", "Delete:204") && timer.attempts().isEmpty();
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return atTheEnd(history, timer.attempt("late", 1, end(history)));
        }
    },
    FIRE_WITHOUT_BEING_ASKED(Violation.FiredUnasked.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.done().stream().allMatch("Get:404"::equals) && timer.attempts().isEmpty();
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var at = end(history);
            return atTheEnd(history, timer.attempt("new", 1, at, at, new Fingerprint(1)));
        }
    },
    REPEAT_AN_ATTEMPT(Violation.Duplicate.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isDoneAtOnce(timer) && isCalm(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var id = timer.attempts().getFirst().webhookId();
            return atTheEnd(history, timer.attempt(id, 1, end(history)));
        }
    },
    RETRY_WHAT_IS_DONE(Violation.Duplicate.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var id = timer.attempts().getFirst().webhookId();
            return atTheEnd(history, timer.attempt(id, 2, end(history)));
        }
    },
    SEND_ANOTHER_PAYLOAD(Violation.PayloadWrong.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return changed(history, timer, 0, a -> payload(a, new Fingerprint(4711)));
        }
    },
    CHANGE_THE_ID(Violation.WebhookIdChanged.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isRetriedOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return changed(history, timer, 1, a -> webhookId(a, "another"));
        }
    },
    REUSE_THE_ID(Violation.WebhookIdReused.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201", "Create:201")
                    && timer.got(Reply.Done.class, Reply.Done.class)
                    && isCalm(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var id = timer.attempts().getFirst().webhookId();
            return changed(history, timer, 1, a -> webhookId(a, id));
        }
    },
    SKIP_AN_ATTEMPT(Violation.AttemptSkipped.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isRetriedOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return without(
                    history,
                    List.of(timer.attempts().getFirst(), timer.replies().getFirst().get()));
        }
    },
    RETRY_BEFORE_THE_ANSWER(Violation.RetriedTooSoon.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isRetriedOnce(timer)
                    && timer.attempts()
                            .get(1)
                            .at()
                            .isBefore(timer.attempts().getFirst().at().plusSeconds(10));
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return without(history, List.of(timer.replies().getFirst().get()));
        }
    },
    RETRY_FOR_EVER(Violation.TooManyAttempts.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201")
                    && (timer.got(Reply.Permanent.class)
                            || timer.got(Reply.Failed.class, Reply.Permanent.class)
                            || timer.got(
                                    Reply.Failed.class, Reply.Failed.class, Reply.Failed.class));
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            var last = timer.attempts().getLast();
            return atTheEnd(
                    history, timer.attempt(last.webhookId(), last.number() + 1, end(history)));
        }
    },
    FIRE_LATE(Violation.Stuck.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return isDoneAtOnce(timer);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
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
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201", "Delete:204");
        }

        @Override
        List<Event> apply(Plain timer, History history) {
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
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201") && isToldBeforeItFires(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
            return flipped(history, timer, Status.EXISTS);
        }
    },
    TELL_THAT_IT_WAS_THERE(Violation.WrongAnswer.class) {
        @Override
        boolean suits(Plain timer, History history) {
            return timer.did("Create:201") && isToldBeforeItFires(timer, history);
        }

        @Override
        List<Event> apply(Plain timer, History history) {
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

    abstract boolean suits(Plain timer, History history);

    abstract List<Event> apply(Plain timer, History history);

    private static boolean isDoneAtOnce(Plain timer) {
        return timer.did("Create:201") && timer.got(Reply.Done.class);
    }

    private static boolean isToldBeforeItFires(Plain timer, History history) {
        var told = history.events().stream().filter(e -> isAnswerOf(e, timer)).findFirst();
        return timer.attempts().stream().allMatch(a -> told.orElseThrow().at().isBefore(a.at()));
    }

    private static boolean isAnswerOf(Event event, Plain timer) {
        return event instanceof Event.Answered answered && timer.created().contains(answered.id());
    }

    private static boolean isRetriedOnce(Plain timer) {
        return timer.did("Create:201")
                && timer.got(Reply.Failed.class, Reply.Done.class)
                && timer.attempts().get(1).number() == 2;
    }

    /** Whether no crash could have made its attempts again. */
    private static boolean isCalm(Plain timer, History history) {
        return history.events().stream()
                .noneMatch(
                        event ->
                                event instanceof Event.Struck
                                        && timer.attempts().stream()
                                                .anyMatch(a -> isNear(event.at(), a.at())));
    }

    private static boolean isNear(Instant fault, Instant attempt) {
        return !fault.isBefore(attempt) && fault.isBefore(attempt.plusSeconds(5));
    }

    private static Instant end(History history) {
        return history.events().getLast().at();
    }

    private static List<Event> without(History history, List<? extends Event> dropped) {
        var events = new ArrayList<>(history.events());
        events.removeAll(dropped);
        return events;
    }

    private static List<Event> atTheEnd(History history, Event event) {
        var events = new ArrayList<>(history.events());
        events.add(place(events), event);
        return events;
    }

    private static int place(List<Event> events) {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.Remained
                    || events.get(i) instanceof Event.Quiesced) {
                return i;
            }
        }
        return events.size();
    }

    private static List<Event> changed(
            History history, Plain timer, int attempt, UnaryOperator<Event.AttemptStarted> change) {
        var events = new ArrayList<>(history.events());
        var old = timer.attempts().get(attempt);
        events.set(events.indexOf(old), change.apply(old));
        return events;
    }

    private static List<Event> flipped(History history, Plain timer, Status status) {
        var events = new ArrayList<>(history.events());
        events.replaceAll(
                event ->
                        isAnswerOf(event, timer)
                                        && event instanceof Event.Answered(var id, var at, _)
                                ? new Event.Answered(id, at, new Outcome.Ok(Answer.of(status)))
                                : event);
        return events;
    }

    private static Event.AttemptStarted at(Event.AttemptStarted a, Instant at) {
        return new Event.AttemptStarted(
                a.id(),
                at,
                a.key(),
                a.webhookId(),
                a.number(),
                a.executeAt(),
                a.payload(),
                a.node());
    }

    private static Event.AttemptStarted payload(Event.AttemptStarted a, Fingerprint payload) {
        return new Event.AttemptStarted(
                a.id(),
                a.at(),
                a.key(),
                a.webhookId(),
                a.number(),
                a.executeAt(),
                payload,
                a.node());
    }

    private static Event.AttemptStarted webhookId(Event.AttemptStarted a, String id) {
        return new Event.AttemptStarted(
                a.id(), a.at(), a.key(), id, a.number(), a.executeAt(), a.payload(), a.node());
    }
}
