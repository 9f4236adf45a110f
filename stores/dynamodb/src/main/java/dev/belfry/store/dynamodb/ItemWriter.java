package dev.belfry.store.dynamodb;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Gathers the attributes of an item, or the values of an expression. Confined to a call. */
final class ItemWriter {
    private final Map<String, AttributeValue> attributes = new HashMap<>();

    /** The attributes of a new item. */
    static ItemWriter of(ItemKey key) {
        var item = new ItemWriter();
        item.attributes.putAll(key.attributes());
        return item;
    }

    ItemWriter number(String name, long value) {
        attributes.put(name, AttributeValue.fromN(Long.toString(value)));
        return this;
    }

    ItemWriter instant(String name, Instant value) {
        return number(name, value.toEpochMilli());
    }

    ItemWriter text(String name, String value) {
        attributes.put(name, AttributeValue.fromS(value));
        return this;
    }

    ItemWriter text(String name, Optional<String> value) {
        value.ifPresent(present -> text(name, present));
        return this;
    }

    ItemWriter bytes(String name, byte[] value) {
        return bytes(name, SdkBytes.fromByteArrayUnsafe(value));
    }

    ItemWriter bytes(String name, SdkBytes value) {
        attributes.put(name, AttributeValue.fromB(value));
        return this;
    }

    Map<String, AttributeValue> attributes() {
        return attributes;
    }
}
