package dev.belfry.check.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.belfry.check.architecture.MainCode.hold;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a simulation must control is given to core and node: time, chance and threads. */
class ControlTest {
    private static final String[] SIMULATED = {"dev.belfry.core..", "dev.belfry.node.."};
    private static final String DRIVE = "dev.belfry.node.drive..";

    private static final Set<String> TIME_AND_CHANCE =
            Set.of(
                    "java.lang.Math.random()",
                    "java.lang.System.currentTimeMillis()",
                    "java.lang.System.nanoTime()",
                    "java.lang.Thread.sleep(java.time.Duration)",
                    "java.lang.Thread.sleep(long)",
                    "java.lang.Thread.sleep(long, int)",
                    "java.security.SecureRandom.<init>()",
                    "java.time.Clock.systemDefaultZone()",
                    "java.time.Clock.systemUTC()",
                    "java.time.Instant.now()",
                    "java.time.InstantSource.system()",
                    "java.time.LocalDate.now()",
                    "java.time.LocalDateTime.now()",
                    "java.time.OffsetDateTime.now()",
                    "java.time.ZonedDateTime.now()",
                    "java.util.Random.<init>()",
                    "java.util.SplittableRandom.<init>()",
                    "java.util.UUID.randomUUID()",
                    "java.util.concurrent.ThreadLocalRandom.current()",
                    "java.util.concurrent.TimeUnit.sleep(long)",
                    "java.util.random.RandomGenerator.getDefault()");

    /** The classes whose whole purpose is to read the real clock. */
    private static final Set<String> MAY_READ_THE_REAL_CLOCK = Set.of("SystemClock");

    /** What has threads, starts them or waits for them. */
    private static final Set<String> THREADS =
            Set.of(
                    "java.lang.Thread",
                    "java.util.Timer",
                    "java.util.concurrent.CountDownLatch",
                    "java.util.concurrent.ExecutorService",
                    "java.util.concurrent.Executors",
                    "java.util.concurrent.ForkJoinPool",
                    "java.util.concurrent.ScheduledExecutorService",
                    "java.util.concurrent.ScheduledThreadPoolExecutor",
                    "java.util.concurrent.Semaphore",
                    "java.util.concurrent.ThreadFactory",
                    "java.util.concurrent.ThreadPoolExecutor",
                    "java.util.concurrent.locks.LockSupport");

    @Test
    void coreAndNodeAreGivenTheirTimeAndTheirChance() {
        hold(
                noClasses()
                        .that()
                        .resideInAnyPackage(SIMULATED)
                        .and(describe("may not read the real clock", it -> !readsTheClock(it)))
                        .should()
                        .accessTargetWhere(uncontrolled()));
    }

    @Test
    void threadsAreInOnePackage() throws IOException {
        var found = new TreeMap<String, String>();
        for (var it : MainCode.CLASSES.that(resideInAnyPackage(SIMULATED))) {
            if (!resideInAPackage(DRIVE).test(it)) {
                it.getDirectDependenciesFromSelf().stream()
                        .filter(needed -> THREADS.contains(needed.getTargetClass().getName()))
                        .forEach(needed -> found.put(MainCode.file(it), needed.getDescription()));
            }
        }
        new Offenders("threads").are(found);
    }

    private static boolean readsTheClock(JavaClass it) {
        return MAY_READ_THE_REAL_CLOCK.contains(it.getSimpleName());
    }

    /** Calls and method references alike. */
    private static DescribedPredicate<JavaAccess<?>> uncontrolled() {
        return describe(
                "time or chance is not injected",
                access -> TIME_AND_CHANCE.contains(access.getTarget().getFullName()));
    }
}
