package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.DurationText;
import dev.belfry.operate.egress.AddressList;
import dev.belfry.operate.egress.HostList;
import dev.belfry.operate.egress.PortList;
import dev.belfry.operate.egress.SchemeList;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values a setting can have: how each is written, and how it is read. */
final class ValueType {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

    private ValueType() {}

    /** The type of the value itself, also of one that may be left out, or that has a name. */
    static Class<?> valueClass(RecordComponent component) {
        if (component.getGenericType() instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            return (Class<?>) arguments[arguments.length - 1];
        }
        return component.getType();
    }

    static boolean isOptional(RecordComponent component) {
        return component.getType().equals(Optional.class);
    }

    static boolean isMap(RecordComponent component) {
        return Map.class.isAssignableFrom(component.getType());
    }

    /** How a value of this type is written, for the reference page. */
    static String form(Class<?> type) {
        if (type.isEnum()) {
            return words(type);
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> "whole number";
            case "boolean" -> "true or false";
            case "double", "Double" -> "number";
            case "Duration" -> "duration";
            case "Bytes" -> "bytes";
            case "ShardCount" -> "preset or number";
            case "ShardHomes" -> "shards by database";
            case "StatusList" -> "statuses";
            case "SchemeList", "HostList", "PortList", "AddressList" -> "list with commas";
            case "Path" -> "path";
            case "Secret" -> "secret text";
            default -> "text";
        };
    }

    static Object parse(Class<?> type, String text, String key) {
        if (type.isEnum()) {
            return word(type, text, key);
        }
        return switch (type.getSimpleName()) {
            case "int", "Integer" -> whole(text, key);
            case "boolean" -> flag(text, key);
            case "double", "Double" -> decimal(text, key);
            case "Duration" -> duration(text, key);
            case "Bytes" -> Bytes.parse(text, key);
            case "ShardCount" -> ShardCount.parse(text, key);
            case "ShardHomes" -> ShardHomes.parse(text, key);
            case "StatusList" -> StatusList.parse(text, key);
            case "SchemeList" -> SchemeList.parse(text, key);
            case "HostList" -> HostList.parse(text, key);
            case "PortList" -> PortList.parse(text, key);
            case "AddressList" -> AddressList.parse(text, key);
            case "Path" -> path(text, key);
            case "Secret" -> new Secret(text);
            case "String" -> text;
            default -> throw new IllegalStateException(key + " has the type " + type);
        };
    }

    private static int whole(String text, String key) {
        require(WHOLE.matcher(text).matches(), key, "is not a whole number: '%s'", text);
        return Integer.parseInt(text);
    }

    private static boolean flag(String text, String key) {
        require(
                text.equals("true") || text.equals("false"),
                key,
                "is not true or false: '%s'",
                text);
        return text.equals("true");
    }

    private static double decimal(String text, String key) {
        require(DECIMAL.matcher(text).matches(), key, "is not a number such as 2.0: '%s'", text);
        return Double.parseDouble(text);
    }

    private static Duration duration(String text, String key) {
        return DurationText.parse(text, key);
    }

    private static Path path(String text, String key) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            require(false, key, "is not a path: %s", e.getReason());
            throw new AssertionError(e);
        }
    }

    private static Object word(Class<?> type, String text, String key) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> lower(constant).equals(text))
                .findFirst()
                .orElseGet(
                        () -> {
                            require(false, key, "is not one of %s: '%s'", words(type), text);
                            throw new AssertionError(key);
                        });
    }

    private static String words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(ValueType::lower)
                .collect(Collectors.joining(", "));
    }

    private static String lower(Object constant) {
        return constant.toString().toLowerCase(Locale.ROOT);
    }
}
