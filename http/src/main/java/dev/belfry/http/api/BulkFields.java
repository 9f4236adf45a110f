package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerState;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a request says about a bulk job. Confined to the request.
 *
 * @param faults what is wrong with it; what could not be read is no word
 */
record BulkFields(Map<String, String> words, FaultList faults) {
    private static final String ACTION = "action";
    private static final String BY = "by";
    private static final String DRY_RUN = "dryRun";

    static BulkFields read(JsonParser parser, Body body) throws IOException {
        var known = new ArrayList<>(BulkJob.FILTERS);
        known.addAll(List.of(ACTION, BY, DRY_RUN));
        var words = new HashMap<String, String>();
        var faults =
                JsonFields.faults(
                        parser,
                        body,
                        "",
                        known,
                        (name, value) ->
                                words.put(
                                        name,
                                        name.equals(DRY_RUN)
                                                ? Boolean.toString(value.flag())
                                                : value.string()));
        return new BulkFields(words, faults);
    }

    /** The job that is asked for, unless it is refused with all that is wrong with it. */
    BulkJob job(GroupId group, String id, String caller, Instant now) {
        faults.trying(this::action);
        return faults.whole(() -> made(group, id, caller, now));
    }

    private BulkJob made(GroupId group, String id, String caller, Instant now) {
        var by = DurationText.parse(sound(BY, "0s"), BY);
        var _ = BulkJob.filter(filter(), states());
        return new BulkJob(
                group,
                id,
                action(),
                by,
                Boolean.parseBoolean(sound(DRY_RUN, "false")),
                filter(),
                caller,
                now,
                BulkJob.State.RUNNING,
                "",
                "",
                BulkJob.Counts.NONE,
                List.of(),
                "");
    }

    private BulkJob.Action action() {
        var word = sound(ACTION, "");
        return Arrays.stream(BulkJob.Action.values())
                .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new InvalidValueException(
                                        ACTION, "must be delete, fire, postpone or redrive"));
    }

    /** Those that the filter may name; of an action that nobody knows, those of any. */
    private Set<TimerState> states() {
        return faults.isSound(ACTION)
                ? action().states()
                : Set.of(TimerState.SCHEDULED, TimerState.FAILED);
    }

    private Query filter() {
        var filter = new HashMap<>(words);
        filter.keySet().removeIf(it -> !BulkJob.FILTERS.contains(it) || !faults.isSound(it));
        return new Query(filter);
    }

    private String sound(String name, String fallback) {
        return faults.isSound(name) ? words.getOrDefault(name, fallback) : fallback;
    }
}
