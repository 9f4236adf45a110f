package dev.belfry.client;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON object that a server sent. Payloads in it are text as it came, not values. Immutable.
 *
 * @param fields text, {@link BigDecimal}, Boolean, List or JsonObject; what is null is left out
 */
record JsonObject(Map<String, Object> fields) {
    static JsonObject parse(String text) {
        return new JsonReader(text).read();
    }

    private <T> Optional<T> find(String name, Class<T> type) {
        return Optional.ofNullable(fields.get(name)).map(type::cast);
    }

    private <T> T get(String name, Class<T> type) {
        return find(name, type)
                .orElseThrow(() -> new IllegalArgumentException("there is no field " + name));
    }

    String text(String name) {
        return get(name, String.class);
    }

    Optional<String> findText(String name) {
        return find(name, String.class);
    }

    BigDecimal number(String name) {
        return get(name, BigDecimal.class);
    }

    Optional<BigDecimal> findNumber(String name) {
        return find(name, BigDecimal.class);
    }

    boolean flag(String name) {
        return find(name, Boolean.class).orElse(false);
    }

    Instant instant(String name) {
        return Instant.parse(text(name));
    }

    Optional<Instant> findInstant(String name) {
        return findText(name).map(Instant::parse);
    }

    Duration duration(String name) {
        var text = text(name);
        int digits = 0;
        while (Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        long amount = Long.parseLong(text.substring(0, digits));
        return switch (text.substring(digits)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> throw new IllegalArgumentException("no duration: " + text);
        };
    }

    JsonObject object(String name) {
        return get(name, JsonObject.class);
    }

    Optional<JsonObject> findObject(String name) {
        return find(name, JsonObject.class);
    }

    /** The elements of a list, of which there are none if it is missing. */
    <T> List<T> list(String name, Class<T> type) {
        List<?> all = (List<?>) fields.getOrDefault(name, List.of());
        return all.stream().<T>map(type::cast).toList();
    }
}
