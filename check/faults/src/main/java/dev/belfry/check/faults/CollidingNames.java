package dev.belfry.check.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Names of eight letters whose hash is the same in Jackson's table of names. Its seed is added only
 * after the two halves of such a name are mixed, so that it does not help.
 */
public final class CollidingNames {
    private static final String LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int FACTOR = 33;

    /** Times the factor it is one. */
    private static final int INVERSE = 0x3E0F83E1;

    private static final int SAME = mixed(half(0)) + FACTOR * half(12_345);

    private CollidingNames() {}

    public static List<String> first(int count) {
        var names = new ArrayList<String>();
        for (int i = 0; names.size() < count; i++) {
            int first = half(i);
            int second = (SAME - mixed(first)) * INVERSE;
            if (isText(second)) {
                names.add(text(first) + text(second));
            }
        }
        return names;
    }

    private static int mixed(int first) {
        int sum = first + (first >>> 15);
        return sum ^ (sum >>> 9);
    }

    /** Four letters as one number. */
    private static int half(int number) {
        int half = 0;
        int rest = number;
        for (int i = 0; i < 4; i++) {
            half = half << 8 | LETTERS.charAt(rest % LETTERS.length());
            rest /= LETTERS.length();
        }
        return half;
    }

    private static boolean isText(int half) {
        return isLetter(half >>> 24)
                && isLetter(half >>> 16 & 0xFF)
                && isLetter(half >>> 8 & 0xFF)
                && isLetter(half & 0xFF);
    }

    private static boolean isLetter(int letter) {
        return LETTERS.indexOf(letter) >= 0;
    }

    private static String text(int half) {
        return new String(
                new char[] {
                    (char) (half >>> 24),
                    (char) (half >>> 16 & 0xFF),
                    (char) (half >>> 8 & 0xFF),
                    (char) (half & 0xFF)
                });
    }
}
