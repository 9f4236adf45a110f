package dev.belfry.check.chaos;

import dev.belfry.check.simulation.cluster.Sabotage;
import dev.belfry.check.simulation.cluster.Sabotages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a run is told.
 *
 * @param store a name in scripts/databases
 * @param scenario one of {@link Scenario}; a run of everything if there is none
 * @param sabotage what is broken in the servers, to see that it is noticed
 */
record ChaosOptions(
        Duration duration,
        long seed,
        String store,
        int nodes,
        int rounds,
        Optional<Scenario> scenario,
        Optional<Sabotage> sabotage,
        Path report) {
    static final String USAGE =
            """
            make chaos ARGS="--minutes 10 --seed 7 --store postgres --nodes 3 --report target/chaos
                             --sabotage NAME | --scenario NAME --rounds 20"
            scenarios: %s
            sabotages, by any part of their names: %s""";

    static ChaosOptions of(String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!KNOWN.contains(arguments[i]) || i + 1 == arguments.length) {
                throw new IllegalArgumentException(usage());
            }
            given.put(arguments[i], arguments[i + 1]);
        }
        var seconds = Double.parseDouble(given.getOrDefault("--minutes", "10")) * 60;
        var random = "" + (System.nanoTime() & 0xFFFF);
        return new ChaosOptions(
                Duration.ofMillis((long) (seconds * 1_000)),
                Long.parseLong(given.getOrDefault("--seed", random)),
                given.getOrDefault("--store", "postgres"),
                Integer.parseInt(given.getOrDefault("--nodes", "3")),
                Integer.parseInt(given.getOrDefault("--rounds", "1")),
                Optional.ofNullable(given.get("--scenario")).map(Scenario::named),
                Optional.ofNullable(given.get("--sabotage")).map(ChaosOptions::sabotage),
                Path.of(given.getOrDefault("--report", "target/chaos")));
    }

    private static final List<String> KNOWN =
            List.of(
                    "--minutes",
                    "--seed",
                    "--store",
                    "--nodes",
                    "--rounds",
                    "--scenario",
                    "--sabotage",
                    "--report");

    static String usage() {
        return USAGE.formatted(
                Arrays.stream(Scenario.values())
                        .map(Scenario::label)
                        .collect(Collectors.joining(", ")),
                Sabotages.all().stream().map(Sabotage::name).collect(Collectors.joining("; ")));
    }

    private static Sabotage sabotage(String part) {
        return Sabotages.all().stream()
                .filter(it -> it.name().contains(part))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(usage()));
    }
}
