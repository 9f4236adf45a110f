package dev.belfry.node.fire;

import static dev.belfry.core.Checks.invariant;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Twelve letters that give a text the CRC-32 of another one, so that the two lie in one shard,
 * however many there are.
 *
 * <p>The letters from h to o differ in their three low bits alone. Over texts of one length CRC-32
 * is affine: setting a bit changes the sum by a pattern that depends on the place of the bit only.
 * So the patterns of these 36 bits are reduced, once, to combinations that change a single bit of
 * the sum each, and an ending is found by looking up the bits that differ.
 */
final class CrcEnding {
    private static final int LENGTH = 12;
    private static final char FIRST = 'h';
    private static final int BITS_OF_LETTER = 3;
    private static final int BITS = LENGTH * BITS_OF_LETTER;

    /** For each bit of the sum, the bits of the letters which together change it alone. */
    private static final long[] CHANGES = changes();

    private CrcEnding() {}

    /** What a text must end with to have the sum of the other. */
    static String of(String text, String other) {
        long differs = sum(text + letters(0)) ^ sum(other);
        long bits = 0;
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            bits ^= isSet(differs, bit) ? CHANGES[bit] : 0;
        }
        return letters(bits);
    }

    private static String letters(long bits) {
        var letters = new char[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            int low = (int) (bits >>> (i * BITS_OF_LETTER)) & ((1 << BITS_OF_LETTER) - 1);
            letters[i] = (char) (FIRST + low);
        }
        return new String(letters);
    }

    private static long sum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }

    private static boolean isSet(long bits, int bit) {
        return (bits >>> bit & 1) != 0;
    }

    /** Gauss-Jordan elimination: in the end each pattern used is a single bit. */
    private static long[] changes() {
        var patterns = new long[BITS];
        var changes = new long[BITS];
        for (int i = 0; i < BITS; i++) {
            patterns[i] = sum(letters(1L << i)) ^ sum(letters(0));
            changes[i] = 1L << i;
        }
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            swap(patterns, changes, bit, rowWith(bit, patterns));
            for (int row = 0; row < BITS; row++) {
                if (row != bit && isSet(patterns[row], bit)) {
                    patterns[row] ^= patterns[bit];
                    changes[row] ^= changes[bit];
                }
            }
        }
        return Arrays.copyOf(changes, Integer.SIZE);
    }

    private static int rowWith(int bit, long[] patterns) {
        int row = bit;
        while (row < BITS && !isSet(patterns[row], bit)) {
            row++;
        }
        invariant(row < BITS, "no letters change bit %d of the sum", bit);
        return row;
    }

    private static void swap(long[] patterns, long[] changes, int one, int other) {
        long pattern = patterns[one];
        patterns[one] = patterns[other];
        patterns[other] = pattern;
        long change = changes[one];
        changes[one] = changes[other];
        changes[other] = change;
    }
}
