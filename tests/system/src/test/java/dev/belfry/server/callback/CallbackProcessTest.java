package dev.belfry.server.callback;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

/** The table of callback answers once more, on a real process. */
@Tag("system")
@Isolated("it has the machine to itself")
class CallbackProcessTest {
    @Nested
    class CallbackTable extends CallbackTableTest {}
}
