package dev.belfry.http.watch;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The history of one group, or of all, at each resolution. Confined to the chronicle. */
final class Track {
    /** As many slots of each length as the longest range that is shown in it. */
    private final List<Tier> tiers =
            Arrays.stream(Range.values())
                    .collect(Collectors.toMap(Range::step, range -> range, Track::longer))
                    .values()
                    .stream()
                    .sorted(Comparator.comparing(Range::step))
                    .map(range -> new Tier(range.step(), range.slots()))
                    .toList();

    private Sample last = Sample.none(0);
    private Beat beat = Beat.NONE;

    private static Range longer(Range a, Range b) {
        return a.slots() > b.slots() ? a : b;
    }

    void take(Sample sample) {
        tiers.forEach(tier -> tier.take(sample));
        beat = last.atMillis() == 0 ? Beat.NONE : Beat.between(last, sample);
        last = sample;
    }

    /** What came between the last two samples. */
    Beat beat() {
        return beat;
    }

    double[] read(Series series, Duration step, long untilSlot, int count) {
        return tiers.stream()
                .filter(tier -> tier.stepMillis() == step.toMillis())
                .findFirst()
                .orElseThrow()
                .read(series, untilSlot, count);
    }
}
