package dev.belfry.http.api;

import com.fasterxml.jackson.core.JsonParser;
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
            case "retryPolicy" -> retryPolicy = field(value, RetryFields::ofTimer);
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
}
