package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Samples.KEY;
import static dev.belfry.core.mutation.Samples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random lives of one timer: what holds for every step of every one of them. */
class MutationsPropertyTest {
    private static final int STEPS = 3_000;

    /** What a client asked for and got. */
    private static final Set<Verdict> CHANGED_BY_CLIENT =
            EnumSet.of(Verdict.CREATED, Verdict.REPLACED, Verdict.PATCHED, Verdict.REDRIVEN);

    private static final Set<Verdict> CHANGED =
            EnumSet.of(
                    Verdict.CREATED,
                    Verdict.REPLACED,
                    Verdict.PATCHED,
                    Verdict.REDRIVEN,
                    Verdict.DELETED,
                    Verdict.SETTLED,
                    Verdict.EXPIRED);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_310_506})
    void everyStepOfEveryLifeKeepsTheRules(long seed) {
        var life = new Life(seed);
        for (int step = 0; step < STEPS; step++) {
            life.step();
        }
    }

    private static final class Life {
        private final long seed;
        private final Random random;
        private Entry entry = Entry.absent();
        private Instant mark = NOON;
        private long count = 1_000;

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void step() {
            count++;
            if (random.nextInt(20) == 0) {
                mark = mark.plusMillis(random.nextInt(5));
            }
            var mutation = mutation();
            var decision = mutation.decide(entry, mark);
            try {
                check(mutation, decision);
            } catch (AssertionError e) {
                throw new AssertionError("seed %d: %s over %s".formatted(seed, mutation, entry), e);
            }
            entry = decision.after();
        }

        private void check(Mutation mutation, Decision decision) {
            assertThat(decision.before()).isEqualTo(entry);
            assertThat(decision.changes()).isEqualTo(CHANGED.contains(decision.verdict()));
            assertThat(mutation.decide(entry, mark)).isEqualTo(decision);
            checkNothingIsWrittenBeforeTheMark(decision);
            checkGenerationAndRevision(mutation, decision);
            checkRepeat(mutation, decision);
        }

        private void checkNothingIsWrittenBeforeTheMark(Decision decision) {
            var moved =
                    decision.after()
                            .pending()
                            .filter(
                                    after ->
                                            !positionOf(entry).equals(Optional.of(after.fireAt())));
            moved.ifPresent(after -> assertThat(after.fireAt()).isAfterOrEqualTo(mark));
        }

        private static Optional<Instant> positionOf(Entry entry) {
            return entry.pending().map(Timer::fireAt);
        }

        private void checkGenerationAndRevision(Mutation mutation, Decision decision) {
            var before = timerOf(entry);
            var after = timerOf(decision.after());
            if (before.isEmpty() || after.isEmpty()) {
                return;
            }
            boolean newSchedule = startsSchedule(mutation, decision);
            assertThat(after.get().generation().equals(before.get().generation()))
                    .isEqualTo(!newSchedule);
            assertThat(after.get().revision().isAfter(before.get().revision()))
                    .isEqualTo(
                            CHANGED_BY_CLIENT.contains(decision.verdict()) && decision.changes());
            assertThat(after.get().createdAt().equals(before.get().createdAt()))
                    .isEqualTo(decision.verdict() != Verdict.CREATED);
            if (newSchedule) {
                assertThat(after.get().attempts()).isZero();
                assertThat(after.get().lastError()).isEmpty();
            }
        }

        /** Create, replacing PUT, PATCH of executeAt, redrive; nothing else. */
        private boolean startsSchedule(Mutation mutation, Decision decision) {
            return switch (decision.verdict()) {
                case CREATED, REPLACED, REDRIVEN -> true;
                case PATCHED ->
                        ((Patch) mutation).patch().executeAt().isPresent()
                                && (entry instanceof Entry.Kept || movesExecuteAt(decision));
                case DELETED, SETTLED, EXPIRED, COPIED, IDENTICAL, EXISTS, NOT_FOUND -> false;
                case PRECONDITION_FAILED, HEADERS_REQUIRED, NO_SCHEDULE, RUN_REDRIVEN, SUPERSEDED ->
                        false;
            };
        }

        private boolean movesExecuteAt(Decision decision) {
            return !timerOf(entry)
                    .map(timer -> timer.spec().executeAt())
                    .equals(timerOf(decision.after()).map(timer -> timer.spec().executeAt()));
        }

        private void checkRepeat(Mutation mutation, Decision decision) {
            var again = mutation.decide(decision.after(), mark);
            assertThat(again.changes()).isFalse();
            if (CHANGED_BY_CLIENT.contains(decision.verdict())) {
                assertThat(again.verdict()).isEqualTo(decision.verdict());
            }
        }

        private static Optional<Timer> timerOf(Entry entry) {
            return switch (entry) {
                case Entry.Absent() -> Optional.empty();
                case Entry.Pending(var timer) -> Optional.of(timer);
                case Entry.Kept(var kept) -> Optional.of(kept.timer());
            };
        }

        private Mutation mutation() {
            return switch (random.nextInt(9)) {
                case 0 -> Samples.creating(payload(), count);
                case 1 -> Samples.put(payload(), precondition(), count);
                case 2 ->
                        new Patch(
                                KEY,
                                TimerPatchTest.executeAt(instant()),
                                precondition(),
                                Samples.stamp(count));
                case 3 ->
                        new Patch(
                                KEY,
                                TimerPatchTest.payload(payload()),
                                precondition(),
                                Samples.stamp(count));
                case 4 -> random.nextInt(4) == 0 ? new Delete(KEY, precondition()) : settle();
                case 5 -> new Redrive(KEY, Samples.stamp(count));
                case 6 -> new Expire(KEY, instant().plus(Duration.ofDays(1)));
                case 7 -> random.nextInt(4) == 0 ? new Drop(KEY) : settle();
                default -> settle();
            };
        }

        /** Mostly meant for the entry as it is, sometimes for one that has passed. */
        private Settle settle() {
            var timer =
                    random.nextInt(4) == 0
                            ? Samples.timer()
                            : timerOf(entry).orElseGet(Samples::timer);
            return new Settle(timer, next(timer));
        }

        private Entry next(Timer timer) {
            return switch (random.nextInt(4)) {
                case 0 -> Entry.absent();
                case 1 -> new Entry.Pending(timer.failed("HTTP 500", instant(), instant()));
                case 2 -> kept(timer, TimerState.REACHED);
                default ->
                        kept(
                                timer.failed("HTTP 500", timer.fireAt(), instant()),
                                TimerState.FAILED);
            };
        }

        private Entry kept(Timer timer, TimerState state) {
            var now = instant();
            return new Entry.Kept(new KeptTimer(timer, state, now, now.plus(Duration.ofDays(1))));
        }

        private Precondition precondition() {
            return switch (random.nextInt(4)) {
                case 0 -> new Precondition.Exists();
                case 1 ->
                        timerOf(entry)
                                .<Precondition>map(
                                        timer -> new Precondition.Matches(Set.of(timer.revision())))
                                .orElseGet(Precondition::none);
                default -> Precondition.none();
            };
        }

        private String payload() {
            return Integer.toString(random.nextInt(3));
        }

        private Instant instant() {
            return mark.plusMillis(random.nextInt(10) - 3L);
        }
    }
}
