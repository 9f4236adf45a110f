package dev.belfry.check.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.belfry.check.architecture.MainCode.hold;

import java.io.IOException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name means one thing in the whole house, and says what the thing is. */
class NamesTest {
    private static final String OF_PACKAGES = "package-info";

    @Test
    void aNameOccursOnce() throws IOException {
        var places = new TreeMap<String, String>();
        for (var source : MainCode.sources()) {
            places.merge(
                    source.getFileName().toString().replace(".java", ""),
                    source.toString(),
                    (one, other) -> one + " and " + other);
        }
        places.remove(OF_PACKAGES);
        places.values().removeIf(place -> !place.contains(" and "));
        new Offenders("names").are(places);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Impl", "Manager", "Helper", "Util", "Utils", "Processor", "Info"})
    void noNameEndsWithAWordThatSaysNothing(String ending) {
        hold(noClasses().should().haveSimpleNameEndingWith(ending));
    }

    @Test
    void noNameStartsWithAbstract() {
        hold(noClasses().should().haveSimpleNameStartingWith("Abstract"));
    }
}
