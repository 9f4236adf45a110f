package dev.belfry.check.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The layers and the house rules that a compiler can not hold. */
class ArchitectureTest {

    private static final String CORE = "dev.belfry.core..";
    private static final String NODE = "dev.belfry.node..";
    private static final String STORES = "dev.belfry.store..";
    private static final String[] SERVER = {
        "dev.belfry.server..", "dev.belfry.http..", "dev.belfry.operate..", "dev.belfry.cli.."
    };
    private static final String CLIENT = "dev.belfry.client..";
    private static final String BELFRY = "dev.belfry..";
    private static final List<String> JDK_AND_JSPECIFY =
            List.of("java..", "javax..", "org.jspecify..");

    /** Time, waiting and chance that a simulation could not control. */
    private static final Set<String> UNCONTROLLED =
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

    /** The classes of the engine whose whole purpose is to read the real clock. */
    private static final Set<String> MAY_READ_THE_REAL_CLOCK =
            Set.of("dev.belfry.node.SystemClock", "dev.belfry.node.SystemTicker");

    private static final JavaClasses PRODUCTION =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.belfry");

    @Test
    void coreImportsOnlyTheJdkAndJspecify() {
        hold(
                classes()
                        .that()
                        .resideInAPackage(CORE)
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(jdkAndJspecifyAnd(CORE)));
    }

    @Test
    void nodeImportsOnlyCoreTheJdkAndJspecify() {
        hold(
                classes()
                        .that()
                        .resideInAPackage(NODE)
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(jdkAndJspecifyAnd(CORE, NODE)));
    }

    @Test
    void theClientImportsOnlyTheJdkAndJspecify() {
        hold(
                classes()
                        .that()
                        .resideInAPackage(CLIENT)
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(jdkAndJspecifyAnd(CLIENT)));
    }

    @Test
    void ofBelfryAStoreImportsOnlyCore() {
        hold(
                noClasses()
                        .that()
                        .resideInAPackage(STORES)
                        .should()
                        .dependOnClassesThat(
                                JavaClass.Predicates.resideInAPackage(BELFRY)
                                        .and(
                                                JavaClass.Predicates.resideOutsideOfPackages(
                                                        CORE, STORES))));
    }

    @Test
    void nothingImportsTheServer() {
        hold(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(SERVER)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(SERVER));
    }

    @Test
    void nothingUsesJavaUtilLogging() {
        hold(noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."));
    }

    @Test
    void coreAndNodeAreGivenTheirTimeAndTheirChance() {
        hold(
                noClasses()
                        .that()
                        .resideInAnyPackage(CORE, NODE)
                        .and(
                                describe(
                                        "may not read the real clock",
                                        it -> !MAY_READ_THE_REAL_CLOCK.contains(it.getName())))
                        .should()
                        .accessTargetWhere(uncontrolled()));
    }

    @Test
    void everyPackageIsNullMarked() {
        hold(classes().should(resideInANullMarkedPackage()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Impl", "Manager", "Helper", "Util", "Utils", "Processor", "Info"})
    void noClassNameEndsWithAWordThatSaysNothing(String ending) {
        hold(noClasses().should().haveSimpleNameEndingWith(ending));
    }

    @Test
    void noClassNameStartsWithAbstract() {
        hold(noClasses().should().haveSimpleNameStartingWith("Abstract"));
    }

    /** A rule about a module without classes holds. */
    private static void hold(ArchRule rule) {
        rule.allowEmptyShould(true).check(PRODUCTION);
    }

    private static String[] jdkAndJspecifyAnd(String... packages) {
        return Stream.concat(JDK_AND_JSPECIFY.stream(), Stream.of(packages)).toArray(String[]::new);
    }

    /** Calls and method references alike. */
    private static DescribedPredicate<JavaAccess<?>> uncontrolled() {
        return describe(
                "time or chance is not injected",
                access -> UNCONTROLLED.contains(access.getTarget().getFullName()));
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package whose package-info says @NullMarked") {
            @Override
            public void check(JavaClass it, ConditionEvents events) {
                var holds = it.getPackage().isAnnotatedWith(NullMarked.class);
                var message = it.getPackageName() + " is not @NullMarked: " + it.getName();
                events.add(new SimpleConditionEvent(it, holds, message));
            }
        };
    }
}
