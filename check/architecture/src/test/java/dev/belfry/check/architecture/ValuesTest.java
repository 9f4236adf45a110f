package dev.belfry.check.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static dev.belfry.check.architecture.MainCode.hold;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** No null between our classes, and what may be missing says so where it is read. */
class ValuesTest {
    private static final String TWICE = "java.util.Optional<java.util.Optional";

    @Test
    void everyPackageIsNullMarked() {
        hold(classes().should(resideInANullMarkedPackage()));
    }

    @Test
    void nothingIsMissingInTwoWays() throws IOException {
        var found = new TreeMap<String, String>();
        for (var it : MainCode.CLASSES) {
            for (var member : it.getMembers()) {
                types(member)
                        .filter(type -> type.getName().contains(TWICE))
                        .forEach(_ -> found.put(MainCode.file(it), member.getFullName()));
            }
        }
        new Offenders("optionals").are(found);
    }

    /** Who calls a client has a value or calls another method. */
    @Test
    void theMethodsOfTheClientTakeNoOptional() {
        hold(
                noMethods()
                        .that()
                        .areDeclaredInClassesThat()
                        .resideInAPackage("dev.belfry.client..")
                        .and()
                        .arePublic()
                        .should(haveAParameterOf(Optional.class)));
    }

    private static Stream<JavaType> types(JavaMember member) {
        return switch (member) {
            case JavaField field -> Stream.of(field.getType());
            case JavaCodeUnit code ->
                    Stream.concat(
                            code.getParameterTypes().stream(), Stream.of(code.getReturnType()));
            default -> Stream.empty();
        };
    }

    private static ArchCondition<JavaMethod> haveAParameterOf(Class<?> type) {
        return new ArchCondition<>("have a parameter of " + type.getName()) {
            @Override
            public void check(JavaMethod it, ConditionEvents events) {
                var has = it.getRawParameterTypes().stream().anyMatch(p -> p.isEquivalentTo(type));
                events.add(new SimpleConditionEvent(it, has, it.getDescription()));
            }
        };
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
