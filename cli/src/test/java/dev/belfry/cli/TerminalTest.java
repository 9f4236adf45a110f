package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each stream is guarded where the launcher saw a terminal, wherever the other one goes. */
class TerminalTest {
    private static final String OUT = "belfry.terminal.out";
    private static final String ERR = "belfry.terminal.err";

    @AfterEach
    void forget() {
        System.clearProperty(OUT);
        System.clearProperty(ERR);
    }

    private static Terminal terminal(boolean out, boolean err) {
        System.setProperty(OUT, Boolean.toString(out));
        System.setProperty(ERR, Boolean.toString(err));
        return Terminal.ofProcess();
    }

    @Test
    void anOutputIsGuardedThoughItsErrorsGoToAFile() {
        var terminal = terminal(true, false);

        assertThat(terminal.out()).isNotSameAs(System.out);
        assertThat(terminal.err()).isSameAs(System.err);
        assertThat(terminal.progress()).isEmpty();
    }

    @Test
    void errorsAreGuardedThoughTheOutputGoesToAFile() {
        var terminal = terminal(false, true);

        assertThat(terminal.out()).isSameAs(System.out);
        assertThat(terminal.err()).isNotSameAs(System.err);
        assertThat(terminal.progress()).contains(System.err);
    }
}
