package dev.belfry.node.route;

import java.util.function.Function;

/**
 * What came of a request to another node.
 *
 * @param <T> what it answered
 */
public sealed interface Delivery<T> {
    /** The other node answered. */
    record Answered<T>(T answer) implements Delivery<T> {}

    /** Certainly nothing was sent: it may be tried again, there or elsewhere. */
    record NotSent<T>(String why) implements Delivery<T> {}

    /** It was sent and no answer came: it may or may not have been done. */
    record Lost<T>(String why) implements Delivery<T> {}

    /** The same, with its answer read. */
    default <U> Delivery<U> read(Function<? super T, ? extends U> reader) {
        return switch (this) {
            case Answered<T>(var answer) -> new Answered<>(reader.apply(answer));
            case NotSent<T>(var why) -> new NotSent<>(why);
            case Lost<T>(var why) -> new Lost<>(why);
        };
    }
}
