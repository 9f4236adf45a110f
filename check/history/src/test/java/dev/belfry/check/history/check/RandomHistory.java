package dev.belfry.check.history.check;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.MemoryRecorder;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Clients of a {@link ReferenceService} that do as they please, from a seed. */
final class RandomHistory {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final int BUSY_MILLIS = 60_000;
    private static final int QUIET_MILLIS = 600_000;
    private static final RetryPolicy POLICY =
            new RetryPolicy(
                    3, Duration.ofSeconds(70), Duration.ofSeconds(3), 2.0, Duration.ofSeconds(9));

    private final Agenda agenda = new Agenda(START);
    private final MemoryRecorder recorder = new MemoryRecorder();
    private final SplittableRandom random;
    private final Group group;
    private final ReferenceService service;
    private final int timers;
    private long operations;

    private RandomHistory(long seed, int timers) {
        this.random = new SplittableRandom(seed);
        this.timers = timers;
        this.group =
                new Group(
                        GroupId.DEFAULT,
                        16,
                        seed % 2 == 0 ? Duration.ZERO : Duration.ofHours(1),
                        Duration.ofDays(30));
        this.service = new ReferenceService(agenda, random, recorder, group);
    }

    static EventHistory of(long seed, int timers, int operations, int crashes) {
        return new RandomHistory(seed, timers).run(operations, crashes);
    }

    private EventHistory run(int howMany, int crashes) {
        recorder.record(new Event.Declared(START, group));
        for (int i = 0; i < howMany; i++) {
            agenda.in(random.nextInt(BUSY_MILLIS), this::operate);
        }
        for (int i = 0; i < crashes; i++) {
            agenda.in(random.nextInt(BUSY_MILLIS), service::crash);
        }
        var end = START.plusMillis(BUSY_MILLIS + QUIET_MILLIS);
        agenda.at(START.plusMillis(BUSY_MILLIS + 5_000), () -> onGroup(false));
        agenda.runUntil(end);
        service.list();
        recorder.record(new Event.Quiesced(end, true));
        return recorder.history();
    }

    private void operate() {
        var key = TimerKey.of("default", "t" + random.nextInt(timers));
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 -> create(key);
            case 10, 11 -> put(key);
            case 12, 13 -> patch(key);
            case 14, 15, 16, 17 -> delete(key);
            case 18 -> mutate(new Operation.Redrive(key), () -> new Redrive(key, service.stamp()));
            case 19 -> onGroup(random.nextInt(4) == 0);
            default -> read(key);
        }
    }

    private void create(TimerKey key) {
        var spec = spec();
        mutate(
                new Operation.Create(key, ObservedRequest.of(spec)),
                () -> new Create(key, TimerUuid.of(key), spec, service.stamp()));
    }

    private void put(TimerKey key) {
        var spec = spec();
        var precondition = precondition(key);
        mutate(
                new Operation.Put(key, ObservedRequest.of(spec), precondition),
                () -> new Put(key, TimerUuid.of(key), spec, precondition, service.stamp()));
    }

    private void patch(TimerKey key) {
        boolean moves = random.nextBoolean();
        var patch =
                new TimerPatch(
                        moves ? Optional.of(executeAt()) : Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        moves ? Optional.empty() : Optional.of(payload()),
                        Optional.empty(),
                        Optional.empty(),
                        new Digest(random.nextInt(3), 1));
        var precondition = precondition(key);
        mutate(
                new Operation.Patch(key, Change.of(patch), precondition),
                () -> new Patch(key, patch, precondition, service.stamp()));
    }

    private void delete(TimerKey key) {
        var precondition = precondition(key);
        mutate(new Operation.Delete(key, precondition), () -> new Delete(key, precondition));
    }

    private Precondition precondition(TimerKey key) {
        return switch (random.nextInt(4)) {
            case 0 -> new Precondition.Exists();
            case 1 ->
                    ReferenceService.seen(service.find(key))
                            .<Precondition>map(
                                    seen ->
                                            new Precondition.Matches(
                                                    java.util.Set.of(seen.revision())))
                            .orElse(Precondition.none());
            default -> Precondition.none();
        };
    }

    private TimerSpec spec() {
        var payload = payload();
        var executeAt = executeAt();
        var target = new CallbackTarget("http://r/", Duration.ofSeconds(10), CallbackHeaders.NONE);
        var text = executeAt.toString().getBytes(StandardCharsets.UTF_8);
        return new TimerSpec(
                executeAt,
                target,
                payload,
                POLICY,
                Optional.empty(),
                Digest.of(List.of(text, payload.bytes())));
    }

    /** Few enough values that requests are identical now and then. */
    private Instant executeAt() {
        return START.plusSeconds(random.nextInt(80));
    }

    private Payload payload() {
        return Payload.of(Integer.toString(random.nextInt(3)));
    }

    private EventId invoke(Operation operation) {
        var id = new EventId("client", operations++);
        recorder.record(new Event.Invoked(id, agenda.now(), operation));
        return id;
    }

    private void end(EventId id, ObservedOutcome outcome) {
        recorder.record(new Event.Answered(id, agenda.now(), outcome));
    }

    /** Invoked now, carried out a little later, answered later still; or one of these is not. */
    private void mutate(Operation operation, Supplier<Mutation> mutation) {
        var id = invoke(operation);
        int life = service.life();
        switch (random.nextInt(20)) {
            case 0 -> agenda.in(5, () -> end(id, new ObservedOutcome.Failed()));
            case 1 -> agenda.in(5, () -> end(id, new ObservedOutcome.Unknown()));
            case 2 -> agenda.in(delay(), () -> ghost(mutation));
            case 3 -> {
                agenda.in(5, () -> end(id, new ObservedOutcome.Unknown()));
                agenda.in(5 + random.nextInt(5_000), () -> ghost(mutation));
            }
            default -> agenda.in(delay(), () -> commit(id, life, mutation));
        }
    }

    private int delay() {
        return random.nextInt(random.nextInt(5) == 0 ? 2_000 : 20);
    }

    private void ghost(Supplier<Mutation> mutation) {
        if (!service.isDown()) {
            service.commit(mutation.get());
        }
    }

    private void commit(EventId id, int life, Supplier<Mutation> mutation) {
        if (service.isDown() || life != service.life()) {
            end(id, new ObservedOutcome.Unknown());
            return;
        }
        var asked = mutation.get();
        var inFlight = service.inFlight(asked.key());
        var verdict = service.commit(asked);
        var after = service.find(asked.key());
        agenda.in(delay(), () -> answer(id, life, answer(verdict, after, inFlight)));
    }

    private void answer(EventId id, int life, ObservedAnswer answer) {
        end(
                id,
                life == service.life()
                        ? new ObservedOutcome.Ok(answer)
                        : new ObservedOutcome.Unknown());
    }

    private static ObservedAnswer answer(Verdict verdict, Entry after, InFlight inFlight) {
        var status =
                switch (verdict) {
                    case CREATED -> Status.CREATED;
                    case REPLACED, PATCHED, REDRIVEN, IDENTICAL -> Status.OK;
                    case DELETED -> Status.DELETED;
                    case EXISTS -> Status.EXISTS;
                    case NOT_FOUND -> Status.NOT_FOUND;
                    case PRECONDITION_FAILED -> Status.PRECONDITION_FAILED;
                    case HEADERS_REQUIRED, NO_SCHEDULE, RUN_REDRIVEN ->
                            throw new AssertionError(verdict);
                    case SETTLED, EXPIRED, COPIED, SUPERSEDED -> throw new AssertionError(verdict);
                };
        return switch (status) {
            case DELETED -> ObservedAnswer.deleted(inFlight);
            case NOT_FOUND -> ObservedAnswer.of(status);
            default -> new ObservedAnswer(status, ReferenceService.seen(after), InFlight.NONE);
        };
    }

    private void read(TimerKey key) {
        var id = invoke(new Operation.Get(key));
        agenda.in(
                delay(),
                () -> {
                    var seen = ReferenceService.seen(service.find(key));
                    var status = seen.isPresent() ? Status.OK : Status.NOT_FOUND;
                    agenda.in(
                            delay(),
                            () ->
                                    end(
                                            id,
                                            new ObservedOutcome.Ok(
                                                    new ObservedAnswer(
                                                            status, seen, InFlight.NONE))));
                });
    }

    private void onGroup(boolean pause) {
        var id = invoke(pause ? new Operation.Pause(group.id()) : new Operation.Resume(group.id()));
        agenda.in(
                delay(),
                () -> {
                    if (pause) {
                        service.pause();
                    } else {
                        service.resume();
                    }
                    agenda.in(
                            delay(),
                            () -> end(id, new ObservedOutcome.Ok(ObservedAnswer.of(Status.OK))));
                });
    }
}
