package dev.belfry.core.timer;

/** Text that others wrote, in a form that every store takes: some refuse control characters. */
final class StorableText {
    private StorableText() {}

    /** At most so many characters, with a question mark for each that can not be stored. */
    static String cut(String text, int maxLength) {
        var clean = new StringBuilder();
        text.codePoints()
                .map(c -> Character.isISOControl(c) || isSurrogate(c) ? '?' : c)
                .takeWhile(c -> clean.length() + Character.charCount(c) <= maxLength)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }
}
