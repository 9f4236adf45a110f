package dev.belfry.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryTest {
    @Test
    void whatTheSystemDoesNotTellIsNoNumber() {
        assertThatThrownBy(() -> Memory.mebibytes(-1, "VmRSS"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/proc/-1/status");
        assertThatThrownBy(() -> Memory.mebibytes(ProcessHandle.current().pid(), "VmNothing"))
                .isInstanceOf(IOException.class);
    }
}
