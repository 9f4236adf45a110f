package dev.belfry.check.contract;

import static dev.belfry.check.contract.OwnedShard.NO_LIMIT;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Instants and uuids as stores must keep and compare them. */
public interface OrderContract extends StoreUnderTest {
    @Test
    default void uuidsOfEqualInstantsCompareAsUnsignedBytes(OwnedShard shard) {
        shard.commit(TimerRequest.several("t", 64).stream().map(TimerRequest::create).toList());

        var uuids = shard.rows().stream().map(timer -> timer.uuid().toString()).toList();

        assertThat(uuids).isSorted().hasSize(64);
        assertThat(uuids.getFirst()).matches("[0-7].*");
        assertThat(uuids.getLast()).matches("[89a-f].*");
    }

    @Test
    default void aRangeMayBeginAndEndAtAnyUuidOfAnInstant(OwnedShard shard) {
        shard.commit(TimerRequest.several("t", 16).stream().map(TimerRequest::create).toList());
        var timers = shard.rows();

        for (int from = 0; from < timers.size(); from++) {
            var range = new PositionRange(timers.get(from).position(), timers.getLast().position());
            assertThat(shard.page(range, NO_LIMIT).timers()).isEqualTo(timers.subList(from, 15));
        }
    }

    @Test
    default void theFarFutureIsStoredExactlyAndComesLast(OwnedShard shard) {
        var late = shard.schedule(timer("late").at(Instants.LATEST).create());
        var soon = shard.schedule(timer("soon").create());

        assertThat(shard.rows()).containsExactly(soon, late);
        assertThat(shard.find("late")).isEqualTo(new Entry.Pending(late));
        assertThat(late.fireAt()).isEqualTo(Instant.parse("9999-12-31T23:59:59.999Z"));
        assertThat(shard.page(PositionRange.from(late.position()), NO_LIMIT).timers())
                .containsExactly(late);
    }

    @Test
    default void theDistantPastIsStoredExactlyAndComesFirst(OwnedShard shard) {
        var soon = shard.schedule(timer("soon").create());
        var early = shard.schedule(timer("early").at(Instants.EARLIEST).create());
        var beforeEpoch =
                shard.schedule(
                        timer("epoch").at(Instant.parse("1969-12-31T23:59:59.999Z")).create());
        var gregorian =
                shard.schedule(
                        timer("gregorian").at(Instant.parse("1582-10-09T00:00:00Z")).create());

        assertThat(shard.rows()).containsExactly(early, gregorian, beforeEpoch, soon);
        assertThat(shard.find("early")).isEqualTo(new Entry.Pending(early));
        assertThat(shard.page(PositionRange.from(Position.START), NO_LIMIT).timers()).hasSize(4);
    }

    @Test
    default void finerInstantsAreRoundedUpAndExactMillisecondsComeBack(OwnedShard shard) {
        var second = Instant.parse("2031-05-06T12:00:00Z");
        var timer = shard.schedule(timer("a").at(second.plusNanos(1)).create());

        assertThat(timer.fireAt()).isEqualTo(second.plusMillis(1));
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(timer));
    }

    @Test
    default void neighbouringMillisecondsAreToldApart(OwnedShard shard) {
        var timers =
                List.of(998, 999, 1_000, 1_001).stream()
                        .map(n -> timer("t-" + n).at(NOON.plusMillis(n)).create())
                        .map(shard::schedule)
                        .toList();

        assertThat(shard.rows()).isEqualTo(timers);
        for (var timer : timers) {
            var instant = timer.fireAt();
            var range =
                    new PositionRange(
                            Position.startOf(instant), Position.startOf(instant.plusMillis(1)));
            assertThat(shard.page(range, NO_LIMIT).timers()).containsExactly(timer);
        }
    }

    /** Both hours of a night when clocks are set back, and one that clocks skip. */
    @Test
    default void instantsAreTheSameUnderAnyTimeZoneOfTheProcess(StoreFixture fixture) {
        var instants =
                List.of(
                        Instant.parse("2031-10-26T00:30:00.001Z"),
                        Instant.parse("2031-10-26T01:30:00.002Z"),
                        Instant.parse("2031-03-30T01:30:00.003Z"),
                        Instant.parse("0001-01-01T00:00:00Z"),
                        Instant.parse("9999-12-31T23:59:59.999Z"));
        var written =
                inZone("Europe/Berlin", () -> schedule(fixture.own(SampleGroups.ONE), instants));

        for (var zone : List.of("UTC", "Pacific/Kiritimati", "America/St_Johns")) {
            assertThat(inZone(zone, () -> afterRestart(fixture).rows())).isEqualTo(written);
        }
    }

    @Test
    default void theMarkIsTheSameUnderAnyTimeZoneOfTheProcess(StoreFixture fixture) {
        var mark = Instant.parse("2031-10-26T00:30:00.001Z");
        inZone(
                "America/New_York",
                () -> {
                    fixture.own(SampleGroups.ONE).storeMark(mark);
                    return mark;
                });

        var read = inZone("Asia/Kathmandu", () -> fixture.own(SampleGroups.ONE).claimed().mark());

        assertThat(read).isEqualTo(mark);
    }

    private static OwnedShard afterRestart(StoreFixture fixture) {
        fixture.restart();
        return fixture.own(SampleGroups.ONE);
    }

    private static List<Timer> schedule(OwnedShard shard, List<Instant> instants) {
        return instants.stream()
                .map(instant -> shard.schedule(timer("at " + instant).at(instant).create()))
                .sorted(Comparator.comparing(Timer::fireAt))
                .toList();
    }

    private static <T> T inZone(String zone, Supplier<T> action) {
        var former = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            return action.get();
        } finally {
            TimeZone.setDefault(former);
        }
    }

    @Test
    default void instantsOfManyMagnitudesKeepTheirOrder(OwnedShard shard) {
        var instants =
                Stream.iterate(
                                Instant.EPOCH.minus(Duration.ofDays(400_000)),
                                instant -> instant.plusMillis(987_654_321_987L))
                        .limit(100)
                        .toList();

        assertThat(schedule(shard, instants)).isEqualTo(shard.rows());
    }
}
