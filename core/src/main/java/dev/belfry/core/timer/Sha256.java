package dev.belfry.core.timer;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over length-prefixed parts, so that no two lists of parts share their bytes. */
final class Sha256 {
    /** Never fed: a copy is had at a fraction of what a look through the providers costs. */
    private static final MessageDigest BLANK = newDigest();

    private final MessageDigest digest = copyOfBlank();

    void add(byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        digest.update(part);
    }

    ByteBuffer finish() {
        return ByteBuffer.wrap(digest.digest());
    }

    private static MessageDigest copyOfBlank() {
        try {
            return (MessageDigest) BLANK.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
        }
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
