package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;

/**
 * The form in which stores keep a group: a line for each setting. A later version may add lines;
 * those that are not known are passed over.
 */
final class GroupText {
    private static final String LINE = "\n";

    private GroupText() {}

    static String format(GroupDefinition definition, StoredGroup.Phase phase) {
        var group = definition.group();
        var limits = group.limits();
        var text =
                new StringJoiner(LINE)
                        .add("phase=" + phase)
                        .add("shards=" + group.shardCount())
                        .add("retention=" + group.retention().toMillis())
                        .add("failedRetention=" + group.failedRetention().toMillis())
                        .add("attemptLog=" + group.logsAttempts())
                        .add("onFailed=" + group.onFailed().text())
                        .add("callbackTimeout=" + definition.callbackTimeout().toMillis())
                        .add("retryPolicy=" + definition.retryPolicy().toText())
                        .add("weight=" + limits.weight());
        limits.rate().ifPresent(it -> text.add("rate=" + it.perSecond() + "/" + it.burst()));
        limits.concurrency().ifPresent(it -> text.add("concurrency=" + it));
        limits.hostRate()
                .ifPresent(it -> text.add("hostRate=" + it.perSecond() + "/" + it.burst()));
        limits.hostConcurrency().ifPresent(it -> text.add("hostConcurrency=" + it));
        return text.toString();
    }

    static StoredGroup parse(StoredRecord record) {
        var values = new HashMap<String, String>();
        for (var line : record.text().split(LINE, -1)) {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        var id = new GroupId(record.key().id());
        return new StoredGroup(
                definition(id, values),
                StoredGroup.Phase.valueOf(required(values, "phase")),
                record.revision());
    }

    private static GroupDefinition definition(GroupId id, Map<String, String> values) {
        return new GroupDefinition(
                new Group(
                        id,
                        Integer.parseInt(required(values, "shards")),
                        millis(values, "retention"),
                        millis(values, "failedRetention"),
                        Boolean.parseBoolean(required(values, "attemptLog")),
                        new FailureUrl(required(values, "onFailed")),
                        limits(values)),
                RetryPolicy.fromText(required(values, "retryPolicy")),
                millis(values, "callbackTimeout"));
    }

    private static GroupLimits limits(Map<String, String> values) {
        return new GroupLimits(
                Integer.parseInt(required(values, "weight")),
                Optional.ofNullable(values.get("rate")).map(GroupText::rate),
                whole(values, "concurrency"),
                Optional.ofNullable(values.get("hostRate")).map(GroupText::rate),
                whole(values, "hostConcurrency"));
    }

    private static OptionalInt whole(Map<String, String> values, String name) {
        var text = values.get(name);
        return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }

    private static Rate rate(String text) {
        int slash = text.indexOf('/');
        return new Rate(
                Double.parseDouble(text.substring(0, slash)),
                Integer.parseInt(text.substring(slash + 1)));
    }

    private static Duration millis(Map<String, String> values, String name) {
        return Duration.ofMillis(Long.parseLong(required(values, name)));
    }

    private static String required(Map<String, String> values, String name) {
        var value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("a group's record has no %s".formatted(name));
        }
        return value;
    }
}
