package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The history of one timer, told in words. Times are milliseconds from the beginning, or from when
 * the timer is due, as in {@code due+500}.
 *
 * <ul>
 *   <li>{@code @due}: it is then.
 *   <li>{@code put(2,at=20000,if=5)=200}: an operation that is answered a millisecond later. Its
 *       payload is 1, its instant {@code due} and its precondition none unless it says otherwise.
 *       {@code brief} lets it be retried for 20 s only. {@code =?} is an unknown outcome, {@code
 *       =refused} one that was not applied, and {@code =200(scheduled,r=5)} showed the timer.
 *   <li>{@code w1#2=failed}: the second attempt under the webhook id w1, answered ten milliseconds
 *       later.
 *   <li>{@code a:get} and later {@code a=200}: an operation or an attempt that is answered then;
 *       without a label it never is.
 *   <li>{@code sends(2,at=20000)} and {@code from(n1)}: what attempts carry from here on.
 *   <li>{@code crash(due)}, {@code n1.stall(due,due+9)}: a fault of all nodes, or of one.
 *   <li>{@code keeps}: the group keeps for an hour what it has reached.
 *   <li>{@code remains(scheduled,r=1)}: what the store holds at the end.
 *   <li>{@code end(60000)}, {@code unlisted(60000)}: the end, with and without such a list.
 * </ul>
 */
final class Story {
    static final TimerKey KEY = TimerKey.of("default", "t");

    private static final Pattern WORD =
            Pattern.compile(
                    "(?:(?<label>\\w+):)?(?<term>[^=(:]+(?:\\([^)]*\\))?)(?:=(?<answer>.+))?");
    private static final Group KEEPING =
            new Group(KEY.group(), 16, Duration.ofHours(1), Duration.ofDays(30));
    private static final Duration OPERATION = Duration.ofMillis(1);
    private static final Duration ATTEMPT = Duration.ofMillis(10);

    private final List<Event> events = new ArrayList<>();
    private final Map<String, Event> labels = new HashMap<>();
    private Instant now = StoryTerm.instant("0");
    private Instant executeAt = StoryTerm.instant(StoryTerm.DUE);
    private Fingerprint payload = new Fingerprint(1);
    private Optional<NodeId> node = Optional.empty();
    private long ids;

    static Story of(String text) {
        var story = new Story();
        for (var word : text.trim().split("\\s+")) {
            story.tell(word);
        }
        return story;
    }

    EventHistory history() {
        return new EventHistory(events);
    }

    CheckReport check(CheckBounds bounds) {
        return new Checker(bounds).check(history());
    }

    private void tell(String word) {
        var parts = WORD.matcher(word);
        if (!parts.matches()) {
            throw new IllegalArgumentException(word + " is no word of a story");
        }
        var term = StoryTerm.of(parts.group("term"));
        var answer = Optional.ofNullable(parts.group("answer")).map(StoryTerm::of);
        if (labels.containsKey(term.name())) {
            answer(labels.get(term.name()), answer.orElseThrow());
        } else if (!isSetting(term)) {
            var event = happens(term);
            Optional.ofNullable(parts.group("label")).ifPresent(it -> labels.put(it, event));
            answer.ifPresent(it -> answerSoon(event, it));
        }
    }

    private void answerSoon(Event event, StoryTerm with) {
        now = now.plus(event instanceof Event.Invoked ? OPERATION : ATTEMPT);
        answer(event, with);
    }

    /** Whether a word only says how things are from here on. */
    private boolean isSetting(StoryTerm term) {
        switch (term.name()) {
            case "sends" -> {
                payload = term.payload();
                executeAt = term.executeAt();
            }
            case "from" -> node = Optional.of(new NodeId(term.first()));
            default -> {
                if (!term.name().startsWith("@")) {
                    return false;
                }
                now = StoryTerm.instant(term.name().substring(1));
            }
        }
        return true;
    }

    private Event happens(StoryTerm term) {
        var event =
                switch (term.name()) {
                    case "keeps" -> new Event.Declared(now, KEEPING);
                    case "remains" -> new Event.Remained(now, KEY, term.seen());
                    case "end" -> new Event.Quiesced(term.instant(), true);
                    case "unlisted" -> new Event.Quiesced(term.instant(), false);
                    case "create", "put", "patch", "delete", "redrive", "get", "pause", "resume" ->
                            new Event.Invoked(id("client"), now, term.operation());
                    default -> term.name().contains("#") ? attempt(term) : fault(term);
                };
        events.add(event);
        return event;
    }

    private EventId id(String source) {
        return new EventId(source, ids++);
    }

    private Event attempt(StoryTerm term) {
        var parts = term.name().split("#");
        int number = Integer.parseInt(parts[1]);
        return new Event.AttemptStarted(
                id("receiver"), now, KEY, parts[0], number, executeAt, payload, node);
    }

    private static Event fault(StoryTerm term) {
        var parts = term.name().split("\\.");
        var kind = FaultKind.valueOf(parts[parts.length - 1].toUpperCase(Locale.ROOT));
        Set<NodeId> nodes = parts.length == 1 ? Set.of() : Set.of(new NodeId(parts[0]));
        return new Event.Struck(
                new InjectedFault(kind, term.instant(), term.lastInstant(), nodes, Set.of()));
    }

    private void answer(Event event, StoryTerm with) {
        events.add(
                switch (event) {
                    case Event.Invoked(var id, _, _) -> new Event.Answered(id, now, with.outcome());
                    case Event.AttemptStarted started ->
                            new Event.AttemptAnswered(started.id(), now, with.reply());
                    default -> throw new IllegalArgumentException(event + " has no answer");
                });
    }
}
