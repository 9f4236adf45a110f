package dev.belfry.check.history.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every event is read back as it was written. */
class EventTextTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00.123456789Z");
    private static final EventId ID = new EventId("client 1", 7);
    private static final TimerKey KEY = TimerKey.of("g", "a b/ü %09 𝄞");
    private static final ObservedRequest REQUEST =
            new ObservedRequest(
                    AT,
                    new Fingerprint(-1),
                    RetryPolicy.DEFAULT,
                    Duration.ofMillis(1500),
                    new Digest(-5, 0));
    private static final Seen SEEN =
            new Seen(TimerState.FAILED, new Revision(-9), AT, 3, Optional.of("w - 1"));

    @ParameterizedTest
    @MethodSource("events")
    void anEventIsReadBack(Event event) {
        var line = EventText.format(event);
        assertThat(line).doesNotContain("\n");
        assertThat(EventText.parse(line)).isEqualTo(event);
    }

    static Stream<Event> events() {
        return Stream.of(
                        Stream.of(
                                new Event.Declared(
                                        AT,
                                        new Group(
                                                new GroupId("g"),
                                                256,
                                                Duration.ZERO,
                                                Duration.ofDays(30))),
                                started(Optional.of(new NodeId("n-1"))),
                                started(Optional.empty()),
                                new Event.Struck(InjectedFault.anywhere(FaultKind.CRASH, AT, AT)),
                                new Event.Struck(
                                        new InjectedFault(
                                                FaultKind.STALL,
                                                AT,
                                                AT.plusSeconds(1),
                                                Set.of(new NodeId("a"), new NodeId("b")),
                                                Set.of(
                                                        new ShardId(new GroupId("g"), 1),
                                                        new ShardId(new GroupId("g"), 2)))),
                                new Event.Remained(AT, KEY, SEEN),
                                new Event.Quiesced(AT, false)),
                        operations().map(operation -> new Event.Invoked(ID, AT, operation)),
                        outcomes().map(outcome -> new Event.Answered(ID, AT, outcome)),
                        replies().map(reply -> new Event.AttemptAnswered(ID, AT, reply)))
                .flatMap(part -> part);
    }

    private static Event started(Optional<NodeId> node) {
        return new Event.AttemptStarted(ID, AT, KEY, "w 1", 2, AT, new Fingerprint(3), node);
    }

    private static Stream<Operation> operations() {
        var matches = new Precondition.Matches(Set.of(new Revision(-1), new Revision(2)));
        return Stream.of(
                new Operation.Create(KEY, REQUEST),
                new Operation.Put(KEY, REQUEST, Precondition.none()),
                new Operation.Put(KEY, REQUEST, matches),
                new Operation.Patch(KEY, change(Optional.empty()), new Precondition.Exists()),
                new Operation.Patch(KEY, change(Optional.of(AT)), matches),
                new Operation.Delete(KEY, Precondition.none()),
                new Operation.Redrive(KEY),
                new Operation.Get(KEY),
                new Operation.Pause(KEY.group()),
                new Operation.Resume(KEY.group()));
    }

    private static Change change(Optional<Instant> executeAt) {
        return new Change(
                executeAt,
                executeAt.map(_ -> new Fingerprint(9)),
                executeAt.map(_ -> RetryPolicy.DEFAULT),
                executeAt.map(_ -> Duration.ofSeconds(3)),
                executeAt.isPresent(),
                new Digest(1, 2));
    }

    private static Stream<ObservedOutcome> outcomes() {
        return Stream.of(
                new ObservedOutcome.Failed(),
                new ObservedOutcome.Unknown(),
                new ObservedOutcome.Ok(ObservedAnswer.of(Status.NOT_FOUND)),
                new ObservedOutcome.Ok(ObservedAnswer.showing(Status.EXISTS, SEEN)),
                new ObservedOutcome.Ok(ObservedAnswer.deleted(InFlight.POSSIBLE)));
    }

    private static Stream<Reply> replies() {
        return Stream.of(
                new Reply.Done(),
                new Reply.Reschedule(AT, Optional.empty()),
                new Reply.Reschedule(AT, Optional.of(new Fingerprint(4))),
                new Reply.Failed(Duration.ofSeconds(90)),
                new Reply.Permanent(),
                new Reply.Hung());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "quiesced",
                "quiesced\tyesterday\ttrue",
                "quiesced\t2026-01-01T00:00:00Z\ttrue\tmore",
                "invoke\tc\tseven\t2026-01-01T00:00:00Z\tget\tg\tt",
                "invoke\tc\t7\t2026-01-01T00:00:00Z\tsteal\tg\tt",
                "return\tc\t7\t2026-01-01T00:00:00Z\tok\t500\tNONE\t",
                "return\tc\t7\t2026-01-01T00:00:00Z\tperhaps",
                "reply\tc\t7\t2026-01-01T00:00:00Z\tmaybe"
            })
    void aLineThatIsNoEventIsRefused(String line) {
        assertThatThrownBy(() -> EventText.parse(line)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void aNameThatWouldBreakALineIsRefused() {
        assertThatThrownBy(() -> new EventId("a\tb", 1)).isInstanceOf(InvalidValueException.class);
    }
}
