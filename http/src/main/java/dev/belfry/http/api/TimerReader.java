package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import com.fasterxml.jackson.core.JsonParser;
import dev.belfry.core.timer.AnswerRules;
import dev.belfry.core.timer.CallbackBody;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackMethod;
import dev.belfry.core.timer.CredentialName;
import dev.belfry.core.timer.FailureUrl;
import dev.belfry.core.timer.Payload;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a timer out of a request. Confined to the request. */
final class TimerReader {
    /** The fields of a create or put. */
    static final Set<String> ALL =
            Set.of(
                    "groupId",
                    "timerId",
                    "executeAt",
                    "callbackUrl",
                    "payload",
                    "callbackTimeout",
                    "retryPolicy",
                    "correlationId",
                    "headers",
                    "method",
                    "body",
                    "credential",
                    "onFailed",
                    "delay",
                    "schedule");

    private static final Set<String> RETRY =
            Set.of(
                    "maxAttempts",
                    "maxRetries",
                    "maxDuration",
                    "initialInterval",
                    "backoffMultiplier",
                    "maxInterval",
                    "success",
                    "permanentStatuses");

    /** Reads one kind of value. */
    interface Kind<T> {
        T read(JsonValue value) throws IOException;
    }

    private Field<String> groupId = Field.absent();
    private Field<String> timerId = Field.absent();
    private Field<Instant> executeAt = Field.absent();
    private Field<String> callbackUrl = Field.absent();
    private Field<Payload> payload = Field.absent();
    private Field<Duration> callbackTimeout = Field.absent();
    private Field<RetryFields> retryPolicy = Field.absent();
    private Field<String> correlationId = Field.absent();
    private Field<CallbackHeaders> headers = Field.absent();
    private Field<CallbackMethod> method = Field.absent();
    private Field<CredentialName> credential = Field.absent();
    private Field<FailureUrl> onFailed = Field.absent();
    private Field<CallbackBody> callbackBody = Field.absent();
    private Field<Duration> delay = Field.absent();
    private Field<ScheduleFields> schedule = Field.absent();

    /** Reads an object that has begun. */
    static TimerFields read(JsonParser parser, Body body) throws IOException {
        var reader = new TimerReader();
        var faults = JsonFields.faults(parser, body, "", ALL, reader::take);
        return reader.fields(faults.all());
    }

    TimerFields fields(List<Fault> faults) {
        return new TimerFields(
                groupId,
                timerId,
                executeAt,
                callbackUrl,
                payload,
                callbackTimeout,
                retryPolicy,
                correlationId,
                headers,
                method,
                callbackBody,
                credential,
                onFailed,
                delay,
                schedule,
                faults);
    }

    void take(String name, JsonValue value) throws IOException {
        switch (name) {
            case "groupId" -> groupId = field(value, JsonValue::string);
            case "timerId" -> timerId = field(value, JsonValue::string);
            case "executeAt" -> executeAt = field(value, JsonValue::instant);
            case "callbackUrl" -> callbackUrl = field(value, JsonValue::string);
            case "payload" -> payload = new Field.Given<>(value.raw());
            case "callbackTimeout" -> callbackTimeout = field(value, JsonValue::duration);
            case "retryPolicy" -> retryPolicy = field(value, TimerReader::retryFields);
            case "correlationId" -> correlationId = field(value, JsonValue::string);
            case "headers" -> headers = field(value, it -> new CallbackHeaders(it.strings()));
            case "method" -> method = field(value, it -> CallbackMethod.of(it.string()));
            case "onFailed" -> onFailed = field(value, it -> new FailureUrl(it.string()));
            case "credential" -> credential = field(value, it -> CredentialName.of(it.string()));
            case "body" -> callbackBody = field(value, it -> CallbackBody.of(it.string()));
            case "delay" -> delay = field(value, JsonValue::duration);
            case "schedule" -> schedule = field(value, ScheduleFields::read);
            default -> throw new IllegalStateException("a known field is not read: " + name);
        }
    }

    static <T> Field<T> field(JsonValue value, Kind<T> kind) throws IOException {
        return value.isNull() ? new Field.Null<>() : new Field.Given<>(kind.read(value));
    }

    static RetryFields retryFields(JsonValue value) throws IOException {
        var reader = new RetryReader();
        value.object(RETRY, reader::take);
        return reader.fields();
    }

    /** Reads a retry policy. Confined to the request. */
    private static final class RetryReader {
        private Optional<Integer> maxAttempts = Optional.empty();
        private Optional<Duration> maxDuration = Optional.empty();
        private Optional<Duration> initialInterval = Optional.empty();
        private Optional<Double> backoffMultiplier = Optional.empty();
        private Optional<Duration> maxInterval = Optional.empty();
        private Optional<AnswerRules.Success> success = Optional.empty();
        private Optional<List<Integer>> permanentStatuses = Optional.empty();

        void take(String name, JsonValue value) throws IOException {
            switch (name) {
                case "maxAttempts" -> takeAttempts(name, value.integer());
                case "maxRetries" -> takeAttempts(name, value.integer() + 1);
                case "maxDuration" -> maxDuration = Optional.of(value.duration());
                case "initialInterval" -> initialInterval = Optional.of(value.duration());
                case "backoffMultiplier" -> backoffMultiplier = Optional.of(value.decimal());
                case "maxInterval" -> maxInterval = Optional.of(value.duration());
                case "success" -> success = Optional.of(AnswerRules.Success.of(value.string()));
                case "permanentStatuses" -> permanentStatuses = statuses(value);
                default -> throw new IllegalStateException("a known field is not read: " + name);
            }
        }

        /** Null is the group's: clients that are made from the OpenAPI file can leave it out so. */
        private static Optional<List<Integer>> statuses(JsonValue value) throws IOException {
            return value.isNull() ? Optional.empty() : Optional.of(value.integers());
        }

        /** Retries are the attempts without the first. */
        private void takeAttempts(String name, int attempts) {
            require(
                    maxAttempts.isEmpty(),
                    "retryPolicy." + name,
                    "is given as maxAttempts and as maxRetries: one of them is enough");
            maxAttempts = Optional.of(attempts);
        }

        RetryFields fields() {
            return new RetryFields(
                    maxAttempts,
                    maxDuration,
                    initialInterval,
                    backoffMultiplier,
                    maxInterval,
                    success,
                    permanentStatuses);
        }
    }
}
