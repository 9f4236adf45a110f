package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a request says about one field: nothing, null, or a value. */
sealed interface Field<T> {
    record Absent<T>() implements Field<T> {}

    record Null<T>() implements Field<T> {}

    record Given<T>(T value) implements Field<T> {}

    static <T> Field<T> absent() {
        return new Absent<>();
    }

    /** The value; null counts as none. */
    default Optional<T> given() {
        return this instanceof Given<T>(var value) ? Optional.of(value) : Optional.empty();
    }

    default T required(String name) {
        return given().orElseThrow(() -> new InvalidValueException(name, "is required"));
    }

    /** What a merge patch makes of it: nothing, the default for null, or the value. */
    default Optional<T> patched(T ifNull) {
        return switch (this) {
            case Absent<T>() -> Optional.empty();
            case Null<T>() -> Optional.of(ifNull);
            case Given<T>(var value) -> Optional.of(value);
        };
    }

    /** What holds after a merge patch: what was there, the usual for null, or the value. */
    default T over(T former, T usual) {
        return patched(usual).orElse(former);
    }

    /** Refuses a merge patch that would take the field away. */
    default void requireNotNull(String name) {
        if (this instanceof Null<T>) {
            throw new InvalidValueException(name, "can not be removed");
        }
    }

    /** Its part in a digest: no two of absent, null and values are the same. */
    default byte[] digested(Function<T, String> text) {
        var said =
                switch (this) {
                    case Absent<T>() -> "";
                    case Null<T>() -> "0";
                    case Given<T>(var value) -> "1" + text.apply(value);
                };
        return said.getBytes(StandardCharsets.UTF_8);
    }

    /** The parts in a digest of a field that earlier versions did not know. */
    default List<byte[]> digestedIfSaid(String name, Function<T, String> text) {
        return this instanceof Absent<T>
                ? List.of()
                : List.of(name.getBytes(StandardCharsets.UTF_8), digested(text));
    }
}
