package dev.belfry.cli;

import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the small receiver answers. */
sealed interface ListenAnswer {
    record Ok() implements ListenAnswer {}

    record Fail() implements ListenAnswer {}

    /** Run again after a while. */
    record Again(java.time.Duration after) implements ListenAnswer {}

    record Status(int status) implements ListenAnswer {}

    /** A status and a body. */
    record Response(int status, String body) {}

    default Response response(Instant now) {
        return switch (this) {
            case Ok() -> new Response(200, "{\"ok\":true}");
            case Fail() -> new Response(200, "{\"ok\":false}");
            case Again(var after) ->
                    new Response(
                            200, "{\"ok\":true,\"nextExecuteAt\":\"" + now.plus(after) + "\"}");
            case Status(var status) -> new Response(status, "");
        };
    }

    /** Reads ok, fail, again=10s or status=503. */
    final class Parser implements ITypeConverter<ListenAnswer> {
        @Override
        public ListenAnswer convert(String text) {
            if (text.equals("ok")) {
                return new Ok();
            }
            if (text.equals("fail")) {
                return new Fail();
            }
            if (text.matches("again=[0-9]+(ms|s|m|h|d)")) {
                return new Again(Times.duration(text.substring("again=".length())));
            }
            if (text.matches("status=[2-5][0-9][0-9]")) {
                return new Status(Integer.parseInt(text.substring("status=".length())));
            }
            throw new TypeConversionException("say ok, fail, again=10s or status=503");
        }
    }
}
