package dev.belfry.operate.trace;

import dev.belfry.operate.trace.Tracing.SpanKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A span that is collected. Confined to whoever does the work, and to the exporter afterwards. */
final class RecordedSpan implements TraceSpan {
    /** Errors of receivers may be long. */
    private static final int LONGEST_TEXT = 500;

    private final SpanKind kind;
    private final String name;
    private final TraceContext context;
    private final Optional<String> parent;
    private final Optional<TraceContext> cause;
    private final Instant began;
    private final long beganNanos = System.nanoTime();
    private final Consumer<RecordedSpan> ended;
    private final Map<String, Object> notes = new LinkedHashMap<>();
    private Optional<String> failure = Optional.empty();
    private long lasted = -1;

    RecordedSpan(
            SpanKind kind,
            String name,
            TraceContext context,
            Optional<String> parent,
            Optional<TraceContext> cause,
            Instant began,
            Consumer<RecordedSpan> ended) {
        this.kind = kind;
        this.name = name;
        this.context = context;
        this.parent = parent;
        this.cause = cause;
        this.began = began;
        this.ended = ended;
    }

    @Override
    public TraceContext context() {
        return context;
    }

    @Override
    public TraceSpan note(String key, String value) {
        notes.put(key, cut(value));
        return this;
    }

    @Override
    public TraceSpan note(String key, long value) {
        notes.put(key, value);
        return this;
    }

    @Override
    public void fail(String why) {
        failure = Optional.of(cut(why));
        end();
    }

    @Override
    public void end() {
        lasted = System.nanoTime() - beganNanos;
        ended.accept(this);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    SpanKind kind() {
        return kind;
    }

    String name() {
        return name;
    }

    /** The id of the span that it is a part of. */
    Optional<String> parent() {
        return parent;
    }

    Optional<TraceContext> cause() {
        return cause;
    }

    Instant began() {
        return began;
    }

    Instant endedAt() {
        return began.plusNanos(lasted);
    }

    Map<String, Object> notes() {
        return notes;
    }

    Optional<String> failure() {
        return failure;
    }
}
