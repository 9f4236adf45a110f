package dev.belfry.check.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Packages need each other in one direction, so that each can be read without those above it. */
class CyclesTest {

    @Test
    void noPackageNeedsWhatNeedsIt() throws IOException {
        var needs = needs();
        var circles = new TreeMap<String, String>();
        for (var from : needs.keySet()) {
            needs.get(from)
                    .forEach(
                            (to, how) -> {
                                if (reached(needs, to).contains(from)) {
                                    circles.merge(from, how, (one, other) -> one + "\n" + other);
                                }
                            });
        }
        new Offenders("cycles").are(circles);
    }

    /** Which package needs which others, with an example of each. */
    private static Map<String, Map<String, String>> needs() {
        var needs = new TreeMap<String, Map<String, String>>();
        for (var it : MainCode.CLASSES) {
            var own = needs.computeIfAbsent(it.getPackageName(), _ -> new TreeMap<>());
            for (var dependency : it.getDirectDependenciesFromSelf()) {
                own.putIfAbsent(target(dependency), dependency.getDescription());
            }
            own.remove(it.getPackageName());
            own.keySet().removeIf(to -> !to.startsWith("dev.belfry"));
        }
        return needs;
    }

    private static String target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType().getPackageName();
    }

    private static Set<String> reached(Map<String, Map<String, String>> needs, String start) {
        var reached = new HashSet<String>();
        var next = new ArrayDeque<String>();
        next.add(start);
        while (!next.isEmpty()) {
            var at = next.remove();
            if (reached.add(at)) {
                next.addAll(needs.getOrDefault(at, Map.of()).keySet());
            }
        }
        return reached;
    }
}
