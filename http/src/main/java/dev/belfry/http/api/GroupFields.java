package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.FailureUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a request says about a group's settings, field by field.
 *
 * @param faults what could not be read; such a field is absent
 */
record GroupFields(
        Field<Integer> shards,
        Field<Duration> retention,
        Field<Duration> failedRetention,
        Field<Boolean> attemptLog,
        Field<FailureUrl> onFailed,
        Field<Duration> callbackTimeout,
        RetryFields retryPolicy,
        GroupLimitFields limits,
        List<Fault> faults) {
    GroupFields {
        faults = List.copyOf(faults);
    }

    static GroupFields read(JsonParser parser, Body body) throws IOException {
        var reader = new Reader();
        var faults = JsonFields.faults(parser, body, "", Reader.KNOWN, reader::take);
        return reader.fields(faults.all());
    }

    /**
     * A group with these settings, unless it is refused with all that is wrong with them.
     *
     * @param former settings that hold where nothing is said
     * @param usual settings that hold where null is said
     */
    GroupDefinition over(GroupDefinition former, GroupDefinition usual) {
        var wrong = new FaultList(faults);
        return wrong.whole(() -> over(former, usual, wrong));
    }

    private GroupDefinition over(GroupDefinition former, GroupDefinition usual, FaultList wrong) {
        try {
            return new GroupDefinition(
                    group(former.group(), usual.group(), wrong),
                    retryPolicy.over(former.retryPolicy(), usual.retryPolicy(), wrong),
                    wrong.sound("callbackTimeout", callbackTimeout)
                            .over(former.callbackTimeout(), usual.callbackTimeout()));
        } catch (InvalidValueException e) {
            throw asWritten(e, "groups.%s.".formatted(former.id()));
        }
    }

    private Group group(Group former, Group usual, FaultList wrong) {
        var count = wrong.sound("shards", shards);
        count.requireNotNull("shards");
        return new Group(
                former.id(),
                count.given().orElse(former.shardCount()),
                wrong.sound("retention", retention).over(former.retention(), usual.retention()),
                wrong.sound("failedRetention", failedRetention)
                        .over(former.failedRetention(), usual.failedRetention()),
                attemptLog.over(former.logsAttempts(), usual.logsAttempts()),
                onFailed.over(former.onFailed(), usual.onFailed()),
                limits.over(former.limits(), wrong));
    }

    /** A group names its settings as the configuration does; a request knows no such prefix. */
    private static InvalidValueException asWritten(InvalidValueException refusal, String prefix) {
        if (!refusal.field().startsWith(prefix)) {
            return refusal;
        }
        var said = String.valueOf(refusal.getMessage());
        return new InvalidValueException(
                refusal.field().substring(prefix.length()),
                said.substring(refusal.field().length() + 1));
    }

    /** Reads the settings of a group. Confined to the request. */
    private static final class Reader {
        static final Set<String> KNOWN =
                Set.of(
                        "shards",
                        "retention",
                        "failedRetention",
                        "attemptLog",
                        "onFailed",
                        "callbackTimeout",
                        "retryPolicy",
                        "limits");

        private Field<Integer> shards = Field.absent();
        private Field<Duration> retention = Field.absent();
        private Field<Duration> failedRetention = Field.absent();
        private Field<Boolean> attemptLog = Field.absent();
        private Field<FailureUrl> onFailed = Field.absent();
        private Field<Duration> callbackTimeout = Field.absent();
        private final RetryFields.Reader retryPolicy = new RetryFields.Reader(true);
        private final GroupLimitFields.Reader limits = new GroupLimitFields.Reader();

        void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case "shards" -> shards = TimerReader.field(value, JsonValue::integer);
                case "retention" -> retention = TimerReader.field(value, JsonValue::duration);
                case "failedRetention" ->
                        failedRetention = TimerReader.field(value, JsonValue::duration);
                case "attemptLog" -> attemptLog = TimerReader.field(value, JsonValue::flag);
                case "onFailed" -> onFailed = TimerReader.field(value, Reader::failureUrl);
                case "callbackTimeout" ->
                        callbackTimeout = TimerReader.field(value, JsonValue::duration);
                case "retryPolicy" -> retryPolicy.read(value);
                case "limits" -> limits.read(value);
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }

        private static FailureUrl failureUrl(JsonValue value) throws IOException {
            var url = new FailureUrl(value.string());
            require(!url.isOfGroup(), "onFailed", "must be a URL or none");
            return url;
        }

        GroupFields fields(List<Fault> faults) {
            return new GroupFields(
                    shards,
                    retention,
                    failedRetention,
                    attemptLog,
                    onFailed,
                    callbackTimeout,
                    retryPolicy.fields(),
                    limits.fields(),
                    faults);
        }
    }

    /** The URL of whoever is to be told, if the request names one. */
    Optional<String> failureUrl() {
        return onFailed.given().flatMap(FailureUrl::url);
    }
}
