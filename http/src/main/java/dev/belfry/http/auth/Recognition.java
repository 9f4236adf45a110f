package dev.belfry.http.auth;

import dev.belfry.operate.access.Caller;
import java.util.concurrent.CompletableFuture;

/** What became of the question who asks. */
public sealed interface Recognition {
    record Known(Caller caller) implements Recognition {}

    /** Nothing was said that could be looked at. */
    record Missing() implements Recognition {}

    /** What was said holds for nobody, or no longer; it does not tell which. */
    record Refused() implements Recognition {}

    /** It can not be found out at the moment. */
    record Unavailable(String why) implements Recognition {}

    /** It takes a while: never to be waited for on an event loop. */
    record Pending(CompletableFuture<Recognition> later) implements Recognition {}
}
