package dev.belfry.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Output to a terminal in which control characters of texts do nothing: payloads and names are
 * words of others, and a terminal does what such characters say. They are shown as JSON writes
 * them; a carriage return too, behind which the line would be written over. What goes to a file
 * stays as it is. Confined to one thread at a time by its print stream.
 */
final class HarmlessOutput extends FilterOutputStream {
    /** The first byte of U+0080 to U+00BF in UTF-8, of which the first half are controls. */
    private static final int LATIN_LEAD = 0xC2;

    private static final int FIRST_PRINTED = 0x20;
    private static final int DELETE = 0x7F;
    private static final int LAST_CONTROL = 0x9F;

    private final boolean isUtf8;
    private boolean isAfterLead;

    private HarmlessOutput(OutputStream out, Charset charset) {
        super(out);
        this.isUtf8 = charset.equals(StandardCharsets.UTF_8);
    }

    static PrintStream of(PrintStream terminal) {
        var charset = terminal.charset();
        return new PrintStream(new HarmlessOutput(terminal, charset), true, charset);
    }

    @Override
    public void write(int written) throws IOException {
        int value = written & 0xFF;
        if (isAfterLead) {
            isAfterLead = false;
            second(value);
        } else if (isUtf8 && value == LATIN_LEAD) {
            isAfterLead = true;
        } else if (value == DELETE || (value < FIRST_PRINTED && !isLayout(value))) {
            show(value);
        } else {
            out.write(value);
        }
    }

    private void second(int value) throws IOException {
        if (value <= LAST_CONTROL) {
            show(value);
        } else {
            out.write(LATIN_LEAD);
            out.write(value);
        }
    }

    private static boolean isLayout(int value) {
        return value == '\n' || value == '\t';
    }

    private void show(int character) throws IOException {
        out.write("\\u%04x".formatted(character).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }
}
