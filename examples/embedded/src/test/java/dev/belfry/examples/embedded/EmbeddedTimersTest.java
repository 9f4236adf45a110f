package dev.belfry.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers of an application on SQLite, which call its Java code. */
class EmbeddedTimersTest {
    @TempDir private Path folder;

    private final BlockingQueue<String> reminded = new LinkedBlockingQueue<>();

    private String url() {
        return "sqlite:" + folder.resolve("timers.db");
    }

    private CallbackReply remind(Attempt attempt) {
        var payload = attempt.timer().spec().payload().bytes();
        reminded.add(
                attempt.timer().key().id() + ": " + new String(payload, StandardCharsets.UTF_8));
        return new CallbackReply.Done();
    }

    @Test
    void aTimerCallsTheHandlerWithItsPayload() throws Exception {
        try (var timers = new EmbeddedTimers(url(), this::remind)) {
            timers.start();
            timers.create("flowers", Instant.now().plusMillis(50), "\"water\"");
            assertThat(reminded.take()).isEqualTo("flowers: \"water\"");
        }
    }

    @Test
    void aHandlerCanAskToBeCalledAgain() throws Exception {
        var first = new AtomicBoolean(true);
        try (var timers =
                new EmbeddedTimers(
                        url(),
                        attempt -> {
                            remind(attempt);
                            return first.getAndSet(false)
                                    ? new CallbackReply.RunAgain(Instant.now(), Optional.empty())
                                    : new CallbackReply.Done();
                        })) {
            timers.start();
            timers.create("flowers", Instant.now(), "1");
            assertThat(reminded.take()).isEqualTo(reminded.take());
        }
    }

    @Test
    void timersOutliveTheApplication() throws Exception {
        var at = Instant.now().plusSeconds(3_600);
        try (var timers = new EmbeddedTimers(url(), this::remind)) {
            timers.start();
            timers.create("kept", at, "1");
            timers.create("kept", at, "1");
        }
        try (var timers = new EmbeddedTimers(url(), this::remind)) {
            timers.start();
            assertThat(timers.delete("kept")).isTrue();
            assertThat(timers.delete("kept")).isFalse();
        }
        assertThat(reminded).isEmpty();
    }
}
