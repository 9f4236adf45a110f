package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HarmlessOutputTest {
    private static String shown(String text) {
        return shown(text, StandardCharsets.UTF_8);
    }

    private static String shown(String text, Charset charset) {
        var bytes = new ByteArrayOutputStream();
        HarmlessOutput.of(new PrintStream(bytes, true, charset)).print(text);
        return bytes.toString(charset);
    }

    @Test
    void whatATerminalWouldObeyIsShown() {
        assertThat(shown("a\u001b[2Jb")).isEqualTo("a\\u001b[2Jb");
        assertThat(shown("\u009b31m")).as("CSI in one character").isEqualTo("\\u009b31m");
        assertThat(shown("\u0007\u0008\u007f\u0000")).isEqualTo("\\u0007\\u0008\\u007f\\u0000");
        assertThat(shown("refused\rcreated")).isEqualTo("refused\\u000dcreated");
        assertThat(shown("{\"x\":\"\u009d0;title\"}")).isEqualTo("{\"x\":\"\\u009d0;title\"}");
    }

    @Test
    void textsAndLinesStayAsTheyAre() {
        var text = "Grüße, ½ £ \u00a0 °\tзвон 鐘 🔔…\n";
        assertThat(shown(text)).isEqualTo(text);
        assertThat(shown("Â\u001bÂ", StandardCharsets.ISO_8859_1)).isEqualTo("Â\\u001bÂ");
    }
}
