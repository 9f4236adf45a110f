package dev.belfry.check.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What broke a rule before there was a test for it, by the rule's name: a list that only gets
 * shorter. Immutable.
 */
record Offenders(String rule) {

    /**
     * @param found what breaks the rule today, each with how
     */
    void are(Map<String, String> found) throws IOException {
        var listed = listed();
        var added = new TreeMap<>(found);
        added.keySet().removeAll(listed);
        assertThat(added)
                .as("break the rule of %s: %s", rule, String.join(", ", added.keySet()))
                .isEmpty();
        var mended = new TreeSet<>(listed);
        mended.removeAll(found.keySet());
        assertThat(mended).as("keep it now: take them out of %s", file()).isEmpty();
    }

    private Set<String> listed() throws IOException {
        try (var list = Offenders.class.getResourceAsStream("/offenders/" + rule)) {
            if (list == null) {
                return Set.of();
            }
            var lines = new String(list.readAllBytes(), StandardCharsets.UTF_8).lines();
            return Set.copyOf(lines.filter(line -> !line.isBlank()).toList());
        }
    }

    private String file() {
        return "check/architecture/src/test/resources/offenders/" + rule;
    }
}
