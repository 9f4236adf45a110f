package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.InvalidValueException;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What a request says about a group's settings, field by field. */
record GroupFields(
        Field<Integer> shards,
        Field<Duration> retention,
        Field<Duration> failedRetention,
        Field<Boolean> attemptLog,
        Field<FailureUrl> onFailed,
        Field<Duration> callbackTimeout,
        Field<RetryFields> retryPolicy,
        Field<GroupLimitFields> limits) {
    static GroupFields read(JsonParser parser, Body body) throws IOException {
        var reader = new Reader();
        JsonFields.read(parser, body, "", Reader.KNOWN, reader::take);
        return reader.fields();
    }

    /**
     * A group with these settings.
     *
     * @param former settings that hold where nothing is said
     * @param usual settings that hold where null is said
     */
    GroupDefinition over(GroupDefinition former, GroupDefinition usual) {
        try {
            return new GroupDefinition(
                    group(former.group(), usual.group()),
                    policy(former.retryPolicy(), usual.retryPolicy()),
                    callbackTimeout.over(former.callbackTimeout(), usual.callbackTimeout()));
        } catch (InvalidValueException e) {
            throw asWritten(e, "groups.%s.".formatted(former.id()));
        }
    }

    private Group group(Group former, Group usual) {
        return new Group(
                former.id(),
                shards.given().orElse(former.shardCount()),
                retention.over(former.retention(), usual.retention()),
                failedRetention.over(former.failedRetention(), usual.failedRetention()),
                attemptLog.over(former.logsAttempts(), usual.logsAttempts()),
                onFailed.over(former.onFailed(), usual.onFailed()),
                switch (limits) {
                    case Field.Absent<GroupLimitFields>() -> former.limits();
                    case Field.Null<GroupLimitFields>() -> usual.limits();
                    case Field.Given<GroupLimitFields>(var said) -> said.over(former.limits());
                });
    }

    private RetryPolicy policy(RetryPolicy former, RetryPolicy usual) {
        return switch (retryPolicy) {
            case Field.Absent<RetryFields>() -> former;
            case Field.Null<RetryFields>() -> usual;
            case Field.Given<RetryFields>(var said) -> said.over(former, usual);
        };
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
        private Field<RetryFields> retryPolicy = Field.absent();
        private Field<GroupLimitFields> limits = Field.absent();

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
                case "retryPolicy" -> retryPolicy = TimerReader.field(value, RetryFields::ofGroup);
                case "limits" -> limits = TimerReader.field(value, GroupLimitFields::read);
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }

        private static FailureUrl failureUrl(JsonValue value) throws IOException {
            var url = new FailureUrl(value.string());
            require(!url.isOfGroup(), "onFailed", "must be a URL or none");
            return url;
        }

        GroupFields fields() {
            return new GroupFields(
                    shards,
                    retention,
                    failedRetention,
                    attemptLog,
                    onFailed,
                    callbackTimeout,
                    retryPolicy,
                    limits);
        }
    }

    /** The URL of whoever is to be told, if the request names one. */
    Optional<String> failureUrl() {
        return onFailed.given().flatMap(FailureUrl::url);
    }
}
