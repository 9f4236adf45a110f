package dev.belfry.operate.trace;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Spans as the OpenTelemetry protocol takes them: an {@code ExportTraceServiceRequest} of {@code
 * opentelemetry/proto/collector/trace/v1}. Its numbers of fields are stable.
 */
final class OtlpRequest {
    private static final int ERROR = 2;

    private OtlpRequest() {}

    /**
     * @param resource what is known of the server that did the work
     */
    static byte[] of(Map<String, Object> resource, List<RecordedSpan> spans) {
        return new ProtobufBytes()
                .message(
                        1,
                        all ->
                                all.message(1, it -> notes(it, 1, resource))
                                        .message(2, it -> scope(it, spans)))
                .toByteArray();
    }

    private static void scope(ProtobufBytes message, List<RecordedSpan> spans) {
        message.message(1, it -> it.text(1, "belfry"));
        spans.forEach(span -> message.message(2, it -> span(it, span)));
    }

    private static void span(ProtobufBytes message, RecordedSpan span) {
        message.hex(1, span.context().traceId()).hex(2, span.context().spanId());
        span.parent().ifPresent(id -> message.hex(4, id));
        message.text(5, span.name())
                .number(6, span.kind().number())
                .fixed64(7, nanos(span.began()))
                .fixed64(8, nanos(span.endedAt()));
        notes(message, 9, span.notes());
        span.cause()
                .ifPresent(
                        it ->
                                message.message(
                                        13, link -> link.hex(1, it.traceId()).hex(2, it.spanId())));
        span.failure()
                .ifPresent(why -> message.message(15, it -> it.text(2, why).number(3, ERROR)));
        message.fixed32(16, 1);
    }

    private static void notes(ProtobufBytes message, int field, Map<String, Object> notes) {
        notes.forEach(
                (name, value) ->
                        message.message(
                                field,
                                it -> it.text(1, name).message(2, any -> value(any, value))));
    }

    private static void value(ProtobufBytes message, Object value) {
        if (value instanceof Long number) {
            message.number(3, number);
        } else {
            message.text(1, value.toString());
        }
    }

    private static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}
