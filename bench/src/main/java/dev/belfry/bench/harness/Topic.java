package dev.belfry.bench.harness;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A kind of work in which contenders are compared. */
public enum Topic {
    FIRING,
    LATENESS,
    CREATING,
    HERD,
    CRASH;

    public static final Set<Topic> ALL = EnumSet.allOf(Topic.class);

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words(Set<Topic> topics) {
        return topics.stream().map(Topic::word).toList();
    }

    public static Set<Topic> among(List<String> words) {
        var topics = EnumSet.noneOf(Topic.class);
        Arrays.stream(values()).filter(it -> words.contains(it.word())).forEach(topics::add);
        return topics;
    }
}
