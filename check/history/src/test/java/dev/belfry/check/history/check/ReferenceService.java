package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.MemoryRecorder;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Backoff;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A simple service that keeps every promise: the core's own mutations, one thread, no store. */
final class ReferenceService {
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);
    private static final int RECOVERY_MILLIS = 3_000;

    private record UnderWay(Timer timer, Instant started) {}

    private final Agenda agenda;
    private final SplittableRandom random;
    private final MemoryRecorder recorder;
    private final Group group;
    private final Map<TimerKey, Entry> entries = new LinkedHashMap<>();
    private final Map<TimerKey, UnderWay> underWay = new HashMap<>();
    private final Map<TimerKey, UnderWay> forgotten = new HashMap<>();
    private long revisions;
    private long attempts;
    private int life;
    private boolean down;
    private boolean paused;

    ReferenceService(Agenda agenda, SplittableRandom random, MemoryRecorder recorder, Group group) {
        this.agenda = agenda;
        this.random = random;
        this.recorder = recorder;
        this.group = group;
    }

    boolean isDown() {
        return down;
    }

    /** Changes with every crash: work begun in another life is lost. */
    int life() {
        return life;
    }

    Stamp stamp() {
        return new Stamp(new Revision(++revisions), agenda.now());
    }

    Entry find(TimerKey key) {
        return entries.getOrDefault(key, Entry.absent());
    }

    Verdict commit(Mutation mutation) {
        var decision = mutation.decide(find(mutation.key()), Instants.EARLIEST);
        if (decision.changes()) {
            entries.put(mutation.key(), decision.after());
            decision.after().pending().ifPresent(this::await);
        }
        return decision.verdict();
    }

    /** What a delete of this timer has to say, before it is carried out. */
    InFlight inFlight(TimerKey key) {
        if (underWay.containsKey(key)) {
            return InFlight.STARTED;
        }
        var lost = Optional.ofNullable(forgotten.get(key));
        return lost.filter(it -> deadline(it).isAfter(agenda.now())).isPresent()
                ? InFlight.POSSIBLE
                : InFlight.NONE;
    }

    private static Instant deadline(UnderWay attempt) {
        return attempt.started().plus(attempt.timer().spec().target().timeout());
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        entries.values().forEach(entry -> entry.pending().ifPresent(this::await));
    }

    void crash() {
        var now = agenda.now();
        life++;
        down = true;
        forgotten.putAll(underWay);
        underWay.clear();
        recorder.record(new Event.Struck(InjectedFault.anywhere(FaultKind.CRASH, now, now)));
        agenda.in(RECOVERY_MILLIS, this::recover);
    }

    private void recover() {
        down = false;
        entries.values().forEach(entry -> entry.pending().ifPresent(this::await));
    }

    private void await(Timer timer) {
        agenda.at(
                timer.fireAt().plusMillis(random.nextInt(30)),
                () -> fire(timer.key(), timer.generation().value(), timer.attempts()));
    }

    private void fire(TimerKey key, long generation, int finished) {
        find(key)
                .pending()
                .filter(t -> t.generation().value() == generation && t.attempts() == finished)
                .filter(_ -> !down && !paused && !underWay.containsKey(key))
                .filter(t -> !t.fireAt().isAfter(agenda.now()))
                .ifPresent(this::send);
    }

    private void send(Timer timer) {
        var id = new EventId("receiver", attempts++);
        var begun = new UnderWay(timer, agenda.now());
        underWay.put(timer.key(), begun);
        recorder.record(
                new Event.AttemptStarted(
                        id,
                        agenda.now(),
                        timer.key(),
                        webhookId(timer),
                        timer.attempts() + 1,
                        timer.spec().executeAt(),
                        Fingerprint.of(timer.spec().payload().bytes()),
                        Optional.empty()));
        answer(id, begun);
    }

    static String webhookId(Timer timer) {
        return timer.uuid() + "-" + timer.generation();
    }

    private void answer(EventId id, UnderWay begun) {
        var reply = reply();
        if (reply instanceof Reply.Hung) {
            agenda.at(deadline(begun), () -> settle(begun, new Reply.Failed(Duration.ZERO)));
            return;
        }
        agenda.in(
                random.nextInt(400),
                () -> {
                    recorder.record(new Event.AttemptAnswered(id, agenda.now(), reply));
                    agenda.in(random.nextInt(8), () -> settle(begun, reply));
                });
    }

    private Reply reply() {
        return switch (random.nextInt(20)) {
            case 0 -> new Reply.Permanent();
            case 1 -> new Reply.Hung();
            case 2, 3, 4 -> new Reply.Failed(Duration.ZERO);
            case 5 -> new Reply.Failed(Duration.ofSeconds(random.nextInt(60)));
            case 6 ->
                    new Reply.Reschedule(
                            agenda.now().plusMillis(random.nextInt(20_000) - 5_000L),
                            Optional.empty());
            default -> new Reply.Done();
        };
    }

    private void settle(UnderWay begun, Reply reply) {
        var key = begun.timer().key();
        if (!begun.equals(underWay.get(key))) {
            return;
        }
        underWay.remove(key);
        find(key)
                .pending()
                .filter(t -> t.generation().equals(begun.timer().generation()))
                .ifPresentOrElse(
                        t -> commit(new Settle(t, after(t, reply))),
                        () -> find(key).pending().ifPresent(this::await));
    }

    private Entry after(Timer timer, Reply reply) {
        var now = agenda.now();
        return switch (reply) {
            case Reply.Done() ->
                    group.keepsReached() ? kept(timer, TimerState.REACHED) : Entry.absent();
            case Reply.Permanent() -> kept(timer, TimerState.FAILED);
            case Reply.Reschedule(var at, _) -> {
                var spec = timer.spec().executeAt(at.isAfter(now) ? at : now.plus(MIN_INTERVAL));
                var by = stamp().revision();
                yield new Entry.Pending(timer.rescheduled(by, spec, spec.executeAt(), now));
            }
            case Reply.Failed(var retryAfter) -> retry(timer, retryAfter);
            case Reply.Hung() -> throw new AssertionError(timer);
        };
    }

    private Entry retry(Timer timer, Duration retryAfter) {
        var policy = timer.spec().retryPolicy();
        int number = timer.attempts() + 1;
        var jittered = Backoff.jittered(policy, number, random).toMillis();
        var asked = Math.min(retryAfter.toMillis(), policy.maxInterval().toMillis());
        var wait = Duration.ofMillis(Math.max(jittered, asked));
        var next = agenda.now().plus(wait);
        var spec = timer.spec();
        return policy.isExhausted(number, wait, next, spec.executeAt(), spec.target().timeout())
                ? kept(timer, TimerState.FAILED)
                : new Entry.Pending(timer.failed("no", next, agenda.now()));
    }

    private Entry kept(Timer timer, TimerState state) {
        var keep = state == TimerState.REACHED ? group.retention() : group.failedRetention();
        return new Entry.Kept(new KeptTimer(timer, state, agenda.now(), agenda.now().plus(keep)));
    }

    void list() {
        entries.forEach(
                (key, entry) ->
                        seen(entry)
                                .ifPresent(
                                        seen ->
                                                recorder.record(
                                                        new Event.Remained(
                                                                agenda.now(), key, seen))));
    }

    static Optional<Seen> seen(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(Seen.of(timer, Optional.empty()));
            case Entry.Kept(var kept) -> Optional.of(Seen.of(kept, Optional.empty()));
        };
    }
}
