package dev.belfry.store.dynamodb;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item as it was read. Immutable. */
record Item(Map<String, AttributeValue> attributes) {
    boolean has(String name) {
        return attributes.containsKey(name);
    }

    boolean isMissing() {
        return attributes.isEmpty();
    }

    long number(String name) {
        return Long.parseLong(value(name).n());
    }

    int integer(String name) {
        return Math.toIntExact(number(name));
    }

    Instant instant(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    String text(String name) {
        return value(name).s();
    }

    Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    SdkBytes bytes(String name) {
        return value(name).b();
    }

    private AttributeValue value(String name) {
        var value = attributes.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "an item has no %s but %s".formatted(name, attributes.keySet()));
        }
        return value;
    }
}
