package dev.belfry.check.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.belfry.check.architecture.MainCode.hold;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Who may need whom: core, node, operate, http, the wiring of a server, and beside them the rest.
 */
class LayersTest {
    private static final String CORE = "dev.belfry.core..";
    private static final String NODE = "dev.belfry.node..";
    private static final String STORES = "dev.belfry.store..";
    private static final String STORES_COMMON = "dev.belfry.store.common..";
    private static final String OPERATE = "dev.belfry.operate..";
    private static final String HTTP = "dev.belfry.http..";
    private static final String WIRING = "dev.belfry.server..";
    private static final String COMMANDS = "dev.belfry.cli..";
    private static final String CLIENT = "dev.belfry.client..";
    private static final String BELFRY = "dev.belfry..";
    private static final String VERTX = "io.vertx..";

    @Test
    void coreNeedsOnlyTheJdkAndJspecify() {
        needsOnly(CORE, CORE);
    }

    @Test
    void nodeNeedsOnlyCoreTheJdkAndJspecify() {
        needsOnly(NODE, NODE, CORE);
    }

    @Test
    void theClientNeedsOnlyTheJdkAndJspecify() {
        needsOnly(CLIENT, CLIENT);
    }

    @Test
    void ofBelfryAStoreNeedsOnlyCore() {
        ofBelfryNeedsOnly(STORES, STORES, CORE);
    }

    @Test
    void aStoreNeedsNoOtherButWhatIsCommonToAll() {
        hold(
                slices().matching("dev.belfry.store.(*)..")
                        .should()
                        .notDependOnEachOther()
                        .ignoreDependency(alwaysTrue(), resideInAPackage(STORES_COMMON)));
    }

    @Test
    void nothingBelowNeedsTheServer() {
        hold(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(WIRING, HTTP, OPERATE, COMMANDS)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(WIRING, HTTP, OPERATE, COMMANDS));
    }

    @Test
    void whatOperatesAServerKnowsNothingOfHttp() throws IOException {
        var http = JavaClass.Predicates.resideInAnyPackage(HTTP, WIRING, COMMANDS, VERTX);
        new Offenders("operate").are(needing(resideInAPackage(OPERATE), http));
    }

    @Test
    void onlyHttpAndTheWiringKnowVertx() throws IOException {
        var others =
                resideInAPackage(BELFRY)
                        .and(
                                resideOutsideOfPackages(
                                        HTTP, WIRING, "dev.belfry.bench..", "dev.belfry.check.."));
        new Offenders("vertx").are(needing(others, resideInAPackage(VERTX)));
    }

    @Test
    void nothingUsesJavaUtilLogging() {
        hold(noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."));
    }

    private static void needsOnly(String layer, String... needs) {
        var allowed =
                Stream.concat(Stream.of("java..", "javax..", "org.jspecify.."), Stream.of(needs));
        hold(
                classes()
                        .that()
                        .resideInAPackage(layer)
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(allowed.toArray(String[]::new)));
    }

    private static void ofBelfryNeedsOnly(String layer, String... needs) {
        hold(
                noClasses()
                        .that()
                        .resideInAPackage(layer)
                        .should()
                        .dependOnClassesThat(
                                resideInAPackage(BELFRY).and(resideOutsideOfPackages(needs))));
    }

    /** Which of the ones need one of the others, each with an example. */
    private static Map<String, String> needing(
            Predicate<JavaClass> ones, Predicate<JavaClass> others) {
        var found = new TreeMap<String, String>();
        for (var it : MainCode.CLASSES) {
            if (ones.test(it)) {
                it.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> others.test(target(dependency)))
                        .forEach(
                                dependency ->
                                        found.put(MainCode.file(it), dependency.getDescription()));
            }
        }
        return found;
    }

    private static JavaClass target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType();
    }
}
