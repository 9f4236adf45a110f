package dev.belfry.operate.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Consumer;

/** A message of Protocol Buffers as it is written, field by field. Confined to one thread. */
final class ProtobufBytes {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;
    private static final int FIXED_32 = 5;
    private static final int TYPE_BITS = 3;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    ProtobufBytes number(int field, long value) {
        tag(field, VARINT);
        varint(value);
        return this;
    }

    ProtobufBytes fixed64(int field, long value) {
        tag(field, FIXED_64);
        bytes.writeBytes(little(Long.BYTES).putLong(value).array());
        return this;
    }

    ProtobufBytes fixed32(int field, int value) {
        tag(field, FIXED_32);
        bytes.writeBytes(little(Integer.BYTES).putInt(value).array());
        return this;
    }

    ProtobufBytes text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufBytes hex(int field, String digits) {
        return bytes(field, HexFormat.of().parseHex(digits));
    }

    ProtobufBytes message(int field, Consumer<ProtobufBytes> inner) {
        var message = new ProtobufBytes();
        inner.accept(message);
        return bytes(field, message.toByteArray());
    }

    private ProtobufBytes bytes(int field, byte[] value) {
        tag(field, LENGTH);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    private void tag(int field, int type) {
        varint(((long) field << TYPE_BITS) | type);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
