package dev.belfry.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Cron expressions beside another implementation, cron-utils: the same times on a clock that is
 * never set, and in zones the same instants wherever clocks were not set on the way. Where they
 * were, cron-utils runs a skipped time as much later as clocks go forward; that is the one
 * difference (docs/schedules.md). {@code -Dbelfry.cron.triples} draws more.
 */
class CronReferenceTest {
    private static final int TRIPLES = Integer.getInteger("belfry.cron.triples", 2_000);
    private static final long SEED = 20_261_118;

    private static final CronDefinition DEFINITION =
            CronDefinitionBuilder.defineCron()
                    .withSeconds()
                    .and()
                    .withMinutes()
                    .and()
                    .withHours()
                    .and()
                    .withDayOfMonth()
                    .supportsL()
                    .supportsW()
                    .supportsLW()
                    .supportsQuestionMark()
                    .and()
                    .withMonth()
                    .and()
                    .withDayOfWeek()
                    .withValidRange(0, 7)
                    .withMondayDoWValue(1)
                    .withIntMapping(7, 0)
                    .supportsHash()
                    .supportsL()
                    .supportsQuestionMark()
                    .and()
                    .instance();

    private static ExecutionTime reference(String cron) {
        return ExecutionTime.forCron(new CronParser(DEFINITION).parse(cron));
    }

    /** A million triples are minutes of work. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void randomTriplesHaveTheSameNextTime() {
        var random = new Random(SEED);
        int differences = 0;
        for (int i = 0; i < TRIPLES; i++) {
            var cron = RandomCron.draw(random);
            var zone = Zones.ALL.get(random.nextInt(Zones.ALL.size()));
            var after = Zones.instant(random);
            var ours = new Rule.Cron(cron, zone).next(after);
            var reference = reference(cron);

            assertThat(ours)
                    .describedAs("%s in %s after %s (seed %d)", cron, zone, after, SEED)
                    .isEqualTo(onLocalTimes(reference, zone, after));
            var theirs = reference.nextExecution(after.atZone(zone)).map(at -> at.toInstant());
            if (!theirs.equals(ours)) {
                differences++;
                assertThat(Zones.clocksAreSet(zone, after, ours.orElse(after)))
                        .describedAs(
                                "%s in %s after %s is %s, by cron-utils %s (seed %d)",
                                cron, zone, after, ours, theirs, SEED)
                        .isTrue();
            }
        }
        assertThat(differences).isLessThan(TRIPLES / 50);
        System.out.printf("%d triples, %d differ where clocks are set%n", TRIPLES, differences);
    }

    /**
     * The times of cron-utils on a clock that is never set, at the instants our rules give them.
     */
    private static Optional<Instant> onLocalTimes(
            ExecutionTime reference, ZoneId zone, Instant after) {
        var local = LocalDateTime.ofInstant(after.minusSeconds(86_400), zone);
        var limit = local.plusYears(45);
        while (local.isBefore(limit)) {
            var next = reference.nextExecution(local.atZone(ZoneOffset.UTC));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            local = next.get().toLocalDateTime();
            var at = Zones.instantOf(local, zone);
            if (at.isAfter(after)) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }
}
