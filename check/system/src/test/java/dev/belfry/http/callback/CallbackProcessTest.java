package dev.belfry.http.callback;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The table of callback answers once more, on a real process. */
@Tag("system")
class CallbackProcessTest {
    @Nested
    class CallbackTable extends CallbackTableTest {}
}
