package dev.belfry.server;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Spans as tests read them. */
final class Traces {
    private Traces() {}

    static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    static Span named(List<Span> spans, String name) {
        return spans.stream().filter(it -> it.getName().equals(name)).findFirst().orElseThrow();
    }

    static boolean isPartOf(Span span, Span parent) {
        return span.getParentSpanId().equals(parent.getSpanId());
    }

    static String note(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(it -> it.getKey().equals(name))
                .map(
                        it ->
                                it.getValue().hasIntValue()
                                        ? "" + it.getValue().getIntValue()
                                        : it.getValue().getStringValue())
                .collect(Collectors.joining());
    }
}
