package dev.belfry.http.api;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What a route gives back. */
public sealed interface Answer {
    String JSON = "application/json";
    String PROBLEM = "application/problem+json";

    /** All of it at once; without a body the content type is empty. */
    record Whole(int status, List<Map.Entry<String, String>> headers, String type, Buffer body)
            implements Answer {
        public Whole {
            headers = List.copyOf(headers);
        }

        public Whole header(String name, String value) {
            var more = new ArrayList<>(headers);
            more.add(Map.entry(name, value));
            return new Whole(status, more, type, body);
        }
    }

    /** A stream that goes on until somebody closes it. */
    record Stream(String type, Consumer<HttpServerResponse> start) implements Answer {}

    /** Takes the array over: nobody may write to it any more. */
    static Whole of(int status, String type, byte[] body) {
        return new Whole(
                status, List.of(), type, BufferInternal.buffer(Unpooled.wrappedBuffer(body)));
    }

    static Whole json(int status, byte[] body) {
        return of(status, JSON, body);
    }

    /** The refusal of a server that has enough to do. */
    static RuntimeException overloaded(String detail) {
        return Problem.of(Code.OVERLOADED, detail).raised();
    }

    static Whole empty(int status) {
        return of(status, "", new byte[0]);
    }
}
