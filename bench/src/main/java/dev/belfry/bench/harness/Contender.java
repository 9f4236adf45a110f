package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One that takes part.
 *
 * @param settings for each kind of work
 */
public record Contender(
        String name,
        Kind kind,
        Launcher launcher,
        Map<Topic, Map<String, String>> settings,
        Pace pace) {
    public static final String BELFRY = "Belfry";
    public static final String FLOOR = "floor";

    /** What it is to those who compare. */
    public enum Kind {
        BELFRY,
        /** One without a scheduler, that only reads, calls and deletes. */
        FLOOR,
        LIBRARY
    }

    /** Starts it. */
    @FunctionalInterface
    public interface Launcher {
        ContenderProcess start(Launch launch) throws Exception;

        /** Makes what it needs in a new database and does not make itself. */
        default void prepare(String url) {}
    }

    /** What one is started with. */
    public record Launch(
            Stage stage, String name, Map<String, String> settings, String url, String node) {
        public Path log() throws IOException {
            return stage.workspace().unused(name);
        }

        public String receiver() {
            return stage.receiver().url();
        }

        public int number(String setting, int otherwise) {
            return Integer.parseInt(settings.getOrDefault(setting, Integer.toString(otherwise)));
        }
    }

    /** One with these settings for all that it does. */
    public static Contender of(
            String name, Kind kind, Launcher launcher, Map<String, String> settings, Pace pace) {
        return new Contender(name, kind, launcher, Map.of(), pace).with(Topic.ALL, settings);
    }

    /** The same, with other settings for some kinds of work. */
    public Contender with(Set<Topic> topics, Map<String, String> changes) {
        var changed = new EnumMap<Topic, Map<String, String>>(Topic.class);
        changed.putAll(settings);
        for (var topic : topics) {
            var all = new TreeMap<>(settingsFor(topic));
            all.putAll(changes);
            changed.put(topic, all);
        }
        return new Contender(name, kind, launcher, changed, pace);
    }

    public Map<String, String> settingsFor(Topic topic) {
        return settings.getOrDefault(topic, Map.of());
    }

    /** The word for it on a command line. */
    public String word() {
        return kind == Kind.FLOOR
                ? "floors"
                : name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    /** The name of its database. */
    public String database() {
        return "bench_" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    }

    public boolean isFloor() {
        return kind == Kind.FLOOR;
    }

    public boolean isLibrary() {
        return kind == Kind.LIBRARY;
    }

    /** With the way in which its users make callbacks. */
    public ContenderVariant usual() {
        return new ContenderVariant(this, isLibrary() ? Client.JDK : Client.OWN);
    }

    public List<ContenderVariant> variants() {
        return isLibrary()
                ? List.of(
                        usual(),
                        new ContenderVariant(this, Client.LEAN),
                        new ContenderVariant(this, Client.NONE))
                : List.of(usual());
    }
}
