package dev.belfry.bench;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A kind of work in which contenders are compared. */
enum Topic {
    FIRING,
    LATENESS,
    CREATING,
    HERD,
    CRASH;

    static final Set<Topic> ALL = EnumSet.allOf(Topic.class);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words(Set<Topic> topics) {
        return topics.stream().map(Topic::word).toList();
    }

    static Set<Topic> among(List<String> words) {
        var topics = EnumSet.noneOf(Topic.class);
        Arrays.stream(values()).filter(it -> words.contains(it.word())).forEach(topics::add);
        return topics;
    }
}
