package dev.belfry.examples.embedded;

import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackSender;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives attempts to Java code in place of HTTP: what it throws is a failure that is tried again.
 * Loops call {@link #send}, so that it does not wait. Immutable.
 *
 * @param threads where handlers run, as many at a time as the engine allows callbacks
 */
record HandlerSender(Function<Attempt, CallbackReply> handler, Executor threads)
        implements CallbackSender {
    @Override
    public void send(Attempt attempt, Recheck recheck, Consumer<CallbackReply> reply) {
        var timeout = attempt.timer().spec().target().timeout();
        var _ =
                CompletableFuture.supplyAsync(() -> handler.apply(attempt), threads)
                        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .exceptionally(HandlerSender::failed)
                        .thenAccept(reply);
    }

    private static CallbackReply failed(@Nullable Throwable failure) {
        if (failure instanceof TimeoutException) {
            return CallbackReply.Failed.unanswered("the handler took too long");
        }
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return new CallbackReply.Failed(Objects.toString(cause), Optional.empty());
    }
}
