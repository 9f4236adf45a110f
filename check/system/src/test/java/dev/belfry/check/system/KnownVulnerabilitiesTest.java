package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The archive has no library in a version whose faults are known, as far as the list says. */
@Tag("system")
class KnownVulnerabilitiesTest {
    private static final Pattern PACKAGE =
            Pattern.compile("\"pkg:maven/[^/\"]+/([^@\"]+)@([^?\"]+)[^\"]*\"");

    /** A fault, and from which version of the library on it is mended. */
    private record Fault(String library, Version mended, String name) {}

    /** The numbers of a version; what follows them, such as Final or jre11, says nothing. */
    private record Version(List<Integer> numbers) implements Comparable<Version> {
        static Version of(String text) {
            return new Version(
                    Pattern.compile("(?<=^|\\.)[0-9]+(?=\\.|$)")
                            .matcher(text)
                            .results()
                            .map(it -> Integer.valueOf(it.group()))
                            .toList());
        }

        private int at(int place) {
            return place < numbers.size() ? numbers.get(place) : 0;
        }

        @Override
        public int compareTo(Version other) {
            return IntStream.range(0, Math.max(numbers.size(), other.numbers.size()))
                    .map(i -> Integer.compare(at(i), other.at(i)))
                    .filter(it -> it != 0)
                    .findFirst()
                    .orElse(0);
        }
    }

    private static List<Fault> faults() {
        try (var file =
                KnownVulnerabilitiesTest.class.getResourceAsStream("/known-vulnerabilities.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(it -> !it.startsWith("#"))
                    .map(it -> it.split(" +"))
                    .map(it -> new Fault(it[0], Version.of(it[1]), it[2]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noLibraryOfTheArchiveHasAFaultOfTheList() throws IOException {
        Map<String, Version> brought =
                PACKAGE.matcher(Files.readString(Distribution.contents()))
                        .results()
                        .collect(
                                Collectors.toMap(
                                        it -> it.group(1),
                                        it -> Version.of(it.group(2)),
                                        (one, other) -> one.compareTo(other) < 0 ? one : other));
        assertThat(faults()).hasSizeGreaterThan(15);
        for (var fault : faults()) {
            assertThat(brought).as("%s: a line for nothing", fault).containsKey(fault.library());
            assertThat(brought.get(fault.library()))
                    .as("%s is mended in %s", fault.name(), fault.mended())
                    .isGreaterThanOrEqualTo(fault.mended());
        }
    }

    @Test
    void versionsAreComparedByTheirNumbers() {
        var sorted =
                List.of("2.0", "4.2.5.Final", "4.2.15.Final", "10.0.2", "13.6.1.jre11", "42.7.7");
        assertThat(sorted.stream().map(Version::of).sorted(Comparator.naturalOrder()).toList())
                .isEqualTo(sorted.stream().map(Version::of).toList());
        assertThat(Version.of("5.0")).isEqualByComparingTo(Version.of("5.0.0"));
    }
}
