package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.belfry.core.timer.DurationText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The fields of a timer, as options; only what is given is sent. */
final class TimerOptions {
    private final Terminal terminal;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "When: now, 'in 10s', '+10m' or an instant such as%n2030-01-01T00:00:00Z.")
    private Optional<String> at = Optional.empty();

    @Option(
            names = "--in",
            paramLabel = "DURATION",
            description = "How long from now: 10s, 5m, 2h.")
    private Optional<String> in = Optional.empty();

    @Option(
            names = {"-c", "--callback"},
            paramLabel = "URL",
            description = "The URL to call.")
    private Optional<String> callback = Optional.empty();

    @Option(
            names = {"-p", "--payload"},
            paramLabel = "JSON|@FILE",
            description = "Any JSON value, sent on untouched; @FILE reads it from a file.")
    private Optional<String> payload = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "How long one call may take.")
    private Optional<String> timeout = Optional.empty();

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            description = "How to call: POST, PUT, PATCH, GET or DELETE.")
    private Optional<String> method = Optional.empty();

    @Option(
            names = "--body",
            paramLabel = "KIND",
            description =
                    "What to send: the envelope around the payload, or the payload alone"
                            + " ('envelope', 'payload').")
    private Optional<String> body = Optional.empty();

    @Option(
            names = "--credential",
            paramLabel = "NAME",
            description = "Which of the operator's credentials goes with the callback.")
    private Optional<String> credential = Optional.empty();

    @Option(
            names = "--on-failed",
            paramLabel = "URL",
            description = "Who is told when all attempts have failed, or 'none' for nobody.")
    private Optional<String> onFailed = Optional.empty();

    @Option(names = "--correlation-id", paramLabel = "ID", description = "Goes with the callback.")
    private Optional<String> correlationId = Optional.empty();

    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME=VALUE",
            description = "A header of the callback; may be repeated.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--no-headers",
            description = "Send no headers, also none that were given before.")
    private boolean noHeaders;

    @Option(
            names = "--retry",
            paramLabel = "NAME=VALUE",
            description =
                    "Part of the retry policy; may be repeated: maxAttempts=4, maxDuration=24h,"
                            + " initialInterval=5s, backoffMultiplier=3, maxInterval=1h,"
                            + " success=strict, permanentStatuses=404,422.")
    private Map<String, String> retry = new LinkedHashMap<>();

    TimerOptions(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Fails unless a whole timer can be made of what is given. */
    void requireWhole() {
        if (at.isEmpty() && in.isEmpty()) {
            throw new CommandFailure(ExitCode.OTHER, "say when: --in 10s, or --at TIME");
        }
        requireCallback();
    }

    void requireCallback() {
        if (callback.isEmpty()) {
            throw new CommandFailure(ExitCode.OTHER, "say what to call: --callback URL");
        }
    }

    boolean isEmpty() {
        return Stream.of(
                                at,
                                in,
                                callback,
                                payload,
                                timeout,
                                method,
                                body,
                                credential,
                                onFailed,
                                correlationId)
                        .allMatch(Optional::isEmpty)
                && headers.isEmpty()
                && !noHeaders
                && retry.isEmpty();
    }

    /** The body of a request, with these fields in front. */
    String toJson(Map<String, String> first) {
        return toJson(first, Optional.empty());
    }

    /** The same, with a schedule of this JSON. */
    String toJson(Map<String, String> first, Optional<String> schedule) {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            for (var field : first.entrySet()) {
                json.writeStringField(field.getKey(), field.getValue());
            }
            write(json);
            if (schedule.isPresent()) {
                json.writeFieldName("schedule");
                json.writeRawValue(schedule.get());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void write(JsonGenerator json) throws IOException {
        if (at.isPresent() && in.isPresent()) {
            throw new CommandFailure(ExitCode.OTHER, "say --at or --in, not both");
        }
        writeText(json, "executeAt", at.map(this::instant));
        writeText(json, "delay", in.map(TimerOptions::delay));
        writeText(json, "callbackUrl", callback);
        writeText(json, "callbackTimeout", timeout);
        writeText(json, "method", method);
        writeText(json, "body", body);
        writeText(json, "credential", credential);
        writeText(json, "onFailed", onFailed);
        writeText(json, "correlationId", correlationId);
        writeHeaders(json);
        writeRetry(json);
        if (payload.isPresent()) {
            json.writeFieldName("payload");
            json.writeRawValue(payloadText(payload.get()));
        }
    }

    private static void writeText(JsonGenerator json, String name, Optional<String> value)
            throws IOException {
        if (value.isPresent()) {
            json.writeStringField(name, value.get());
        }
    }

    private String instant(String time) {
        return Times.parse(time, terminal.clock().instant()).toString();
    }

    /** The server counts from its own now; a repeat says the same. */
    private static String delay(String wait) {
        return DurationText.format(Times.duration(wait, "--in"));
    }

    private void writeHeaders(JsonGenerator json) throws IOException {
        if (noHeaders && !headers.isEmpty()) {
            throw new CommandFailure(ExitCode.OTHER, "say --header or --no-headers, not both");
        }
        if (noHeaders || !headers.isEmpty()) {
            json.writeObjectFieldStart("headers");
            for (var header : headers.entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
            json.writeEndObject();
        }
    }

    private void writeRetry(JsonGenerator json) throws IOException {
        if (!retry.isEmpty()) {
            json.writeObjectFieldStart("retryPolicy");
            for (var part : retry.entrySet()) {
                json.writeFieldName(part.getKey());
                writePart(json, part.getKey(), part.getValue());
            }
            json.writeEndObject();
        }
    }

    private static void writePart(JsonGenerator json, String name, String value)
            throws IOException {
        if (name.equals("permanentStatuses")) {
            json.writeRawValue("[" + value + "]");
        } else {
            writeNumberOrText(json, value);
        }
    }

    private static void writeNumberOrText(JsonGenerator json, String value) throws IOException {
        if (value.matches("[0-9]+(\\.[0-9]+)?")) {
            json.writeNumber(value);
        } else {
            json.writeString(value);
        }
    }

    private static String payloadText(String given) {
        var text = given.startsWith("@") ? readFile(Path.of(given.substring(1))) : given;
        try (var parser = Json.MAPPER.createParser(text)) {
            int values = 0;
            while (parser.nextToken() != null) {
                parser.skipChildren();
                values++;
            }
            if (values == 1) {
                return text.strip();
            }
        } catch (JsonProcessingException _) {
            // Said below.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new CommandFailure(
                ExitCode.REFUSED,
                "the payload is not one JSON value; a text needs quotes: --payload '\"text\"'");
    }

    private static String readFile(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
    }
}
