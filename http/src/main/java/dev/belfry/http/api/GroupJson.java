package dev.belfry.http.api;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.DurationText;
import dev.belfry.core.timer.Revision;
import java.io.IOException;
import java.util.Optional;

/** Groups as the API shows them. */
final class GroupJson {
    private GroupJson() {}

    /** A group's settings, with the tag of its record. */
    static Answer.Whole answer(int status, StoredGroup group) {
        return tagged(Answer.json(status, JsonBytes.object(json -> write(json, group))), group);
    }

    static Answer.Whole tagged(Answer.Whole answer, StoredGroup group) {
        return answer.header("ETag", EntityTag.of(new Revision(group.revision())));
    }

    static void write(JsonBytes json, StoredGroup stored) throws IOException {
        json.text("groupId", stored.id())
                .text("phase", stored.phase())
                .number("shardCount", stored.group().shardCount());
        rest(json, stored.definition());
    }

    /** The settings as a PUT takes them. */
    static void settings(JsonBytes json, GroupDefinition definition) throws IOException {
        json.number("shards", definition.group().shardCount());
        rest(json, definition);
    }

    private static void rest(JsonBytes json, GroupDefinition definition) throws IOException {
        var group = definition.group();
        json.text("retention", DurationText.format(group.retention()))
                .text("failedRetention", DurationText.format(group.failedRetention()))
                .flag("attemptLog", group.logsAttempts())
                .text("onFailed", group.onFailed().url())
                .text("callbackTimeout", DurationText.format(definition.callbackTimeout()))
                .object("retryPolicy", it -> TimerJson.retryPolicy(it, definition.retryPolicy()))
                .object("limits", it -> limits(it, group.limits()));
    }

    private static void limits(JsonBytes json, GroupLimits limits) throws IOException {
        json.number("weight", limits.weight());
        if (limits.rate().isPresent()) {
            json.decimal("ratePerSecond", limits.rate().get().perSecond())
                    .number("burst", limits.rate().map(Rate::burst).orElseThrow());
        }
        if (limits.concurrency().isPresent()) {
            json.number("concurrency", limits.concurrency().getAsInt());
        }
        if (limits.hostRate().isPresent()) {
            json.decimal("hostRatePerSecond", limits.hostRate().get().perSecond());
        }
        if (limits.hostConcurrency().isPresent()) {
            json.number("hostConcurrency", limits.hostConcurrency().getAsInt());
        }
    }

    static void paused(JsonBytes json, Optional<Pause> pause) throws IOException {
        json.flag("paused", pause.isPresent())
                .text("pausedSince", pause.map(Pause::since))
                .text("pauseReason", pause.flatMap(Pause::reason));
    }
}
