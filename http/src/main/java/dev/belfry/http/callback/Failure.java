package dev.belfry.http.callback;

import dev.belfry.node.fire.CallbackReply;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Why no answer came, in a few words that hold neither a URL nor anything a receiver sent. */
final class Failure {
    /** Deeper chains of causes do not occur; a cycle must not hang an event loop. */
    private static final int MOST_CAUSES = 10;

    private Failure() {}

    static CallbackReply.Failed because(String error) {
        return new CallbackReply.Failed(error, Optional.empty());
    }

    static CallbackReply.Failed of(Throwable failure, String host) {
        if (failure instanceof RefusedTargetException refused) {
            return because("refused: " + refused.getMessage());
        }
        return CallbackReply.Failed.unanswered(words(failure, host));
    }

    private static String words(Throwable failure, String host) {
        if (has(failure, CertificateException.class)) {
            return "TLS: the certificate of " + host + " is not trusted";
        }
        if (has(failure, SSLException.class)) {
            return "TLS: no secure connection to " + host;
        }
        return switch (failure) {
            case UnknownHostException _ -> "host not found: " + host;
            case NoRouteToHostException _ -> "no route to " + host;
            case ConnectTimeoutException _ -> "no connection to " + host + " in time";
            case ConnectException _ -> "connection refused by " + host;
            case HttpClosedException _ ->
                    "the connection was closed before the answer was complete";
            case StreamResetException _ -> "the receiver reset the request";
            case IOException _ -> "the connection was reset before the answer was complete";
            default -> "no valid HTTP answer (" + failure.getClass().getSimpleName() + ")";
        };
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        var cause = failure;
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
