package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryWorkloadTest {
    @Test
    void whatTheSystemDoesNotTellIsNoNumber() {
        assertThatThrownBy(() -> MemoryWorkload.mebibytes(-1, "VmRSS"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/proc/-1/status");
        assertThatThrownBy(
                        () -> MemoryWorkload.mebibytes(ProcessHandle.current().pid(), "VmNothing"))
                .isInstanceOf(IOException.class);
    }
}
