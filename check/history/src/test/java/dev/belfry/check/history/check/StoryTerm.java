package dev.belfry.check.history.check;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** One term of a {@link Story}: a name, and perhaps what it is about in parentheses. */
record StoryTerm(String name, List<String> about) {
    static final String DUE = "due";

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long DUE_MILLIS = 10_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration BRIEF = Duration.ofSeconds(20);

    static StoryTerm of(String text) {
        int open = text.indexOf('(');
        return open < 0
                ? new StoryTerm(text, List.of())
                : new StoryTerm(
                        text.substring(0, open),
                        List.of(text.substring(open + 1, text.length() - 1).split(",")));
    }

    static Instant instant(String text) {
        var fromDue = text.startsWith(DUE);
        var digits = fromDue ? text.substring(DUE.length()) : text;
        long millis = digits.isEmpty() ? 0 : Long.parseLong(digits);
        return START.plusMillis(fromDue ? DUE_MILLIS + millis : millis);
    }

    String first() {
        return about.getFirst();
    }

    Instant instant() {
        return instant(first());
    }

    Instant lastInstant() {
        return instant(about.getLast());
    }

    Operation operation() {
        var key = Story.KEY;
        return switch (name) {
            case "create" -> new Operation.Create(key, request());
            case "put" -> new Operation.Put(key, request(), precondition());
            case "patch" -> new Operation.Patch(key, change(), precondition());
            case "delete" -> new Operation.Delete(key, precondition());
            case "redrive" -> new Operation.Redrive(key);
            case "get" -> new Operation.Get(key);
            case "pause" -> new Operation.Pause(key.group());
            case "resume" -> new Operation.Resume(key.group());
            default -> throw new IllegalArgumentException(name + " is no operation");
        };
    }

    ObservedOutcome outcome() {
        return switch (name) {
            case "?" -> new ObservedOutcome.Unknown();
            case "refused" -> new ObservedOutcome.Failed();
            default -> new ObservedOutcome.Ok(answer(Status.of(Integer.parseInt(name))));
        };
    }

    private ObservedAnswer answer(Status status) {
        if (about.isEmpty()) {
            return ObservedAnswer.of(status);
        }
        return status == Status.DELETED
                ? ObservedAnswer.deleted(InFlight.valueOf(first().toUpperCase(Locale.ROOT)))
                : ObservedAnswer.showing(status, seen());
    }

    Reply reply() {
        return switch (name) {
            case "done" -> new Reply.Done();
            case "failed" -> new Reply.Failed(Duration.ofMillis(number("after").orElse(0L)));
            case "permanent" -> new Reply.Permanent();
            case "reschedule" -> new Reply.Reschedule(executeAt(), plain().map(Fingerprint::new));
            default -> throw new IllegalArgumentException(name + " is no reply");
        };
    }

    Seen seen() {
        return new Seen(
                TimerState.valueOf(first().toUpperCase(Locale.ROOT)),
                new Revision(number("r").orElseThrow()),
                executeAt(),
                number("attempts").orElse(0L).intValue(),
                Optional.empty());
    }

    Fingerprint payload() {
        return new Fingerprint(plain().orElse(1L));
    }

    Instant executeAt() {
        return named("at").map(StoryTerm::instant).orElse(instant(DUE));
    }

    private ObservedRequest request() {
        var digest = new Digest(Duration.between(START, executeAt()).toMillis(), payload().value());
        return new ObservedRequest(executeAt(), payload(), policy(), TIMEOUT, digest);
    }

    private RetryPolicy policy() {
        var longest = about.contains("brief") ? BRIEF : LONG;
        return new RetryPolicy(3, longest, Duration.ofSeconds(4), 2.0, Duration.ofSeconds(20));
    }

    private Change change() {
        return new Change(
                named("at").map(StoryTerm::instant),
                plain().map(Fingerprint::new),
                Optional.empty(),
                Optional.empty(),
                about.contains("others"),
                new Digest(7, 7));
    }

    private Precondition precondition() {
        return named("if")
                .<Precondition>map(
                        revision ->
                                revision.equals("*")
                                        ? new Precondition.Exists()
                                        : new Precondition.Matches(
                                                Set.of(new Revision(Long.parseLong(revision)))))
                .orElse(Precondition.none());
    }

    /** The number without a name. */
    private Optional<Long> plain() {
        return about.stream().filter(word -> word.matches("\\d+")).map(Long::valueOf).findFirst();
    }

    private Optional<Long> number(String of) {
        return named(of).map(Long::valueOf);
    }

    private Optional<String> named(String of) {
        var start = of + "=";
        return about.stream()
                .filter(word -> word.startsWith(start))
                .map(word -> word.substring(start.length()))
                .findFirst();
    }
}
