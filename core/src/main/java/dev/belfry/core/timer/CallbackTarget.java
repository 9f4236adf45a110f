package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.time.Duration;
import java.util.Optional;

/**
 * Where a timer's callback goes and in which form, and how long one attempt may take from connect
 * to last byte.
 *
 * @param onFailed where somebody is told if all attempts have failed
 * @param traceId of the W3C trace that the callback belongs to; none if the correlation id says it
 */
public record CallbackTarget(
        CallbackUrl address,
        Duration timeout,
        CallbackHeaders headers,
        CallbackMethod method,
        CallbackBody body,
        CredentialName credential,
        FailureUrl onFailed,
        Optional<String> traceId) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

    private static final String METHOD = ":method";
    private static final String BODY = ":body";
    private static final String CREDENTIAL = ":credential";
    private static final String ON_FAILED = ":on-failed";
    private static final String TRACE = ":trace";

    public CallbackTarget {
        require(
                timeout.compareTo(MAX_TIMEOUT) <= 0 && timeout.toMillis() >= 1,
                "callbackTimeout",
                "must be 1ms to 15m");
        require(
                timeout.toNanos() % 1_000_000 == 0,
                "callbackTimeout",
                "is finer than a millisecond");
    }

    public CallbackTarget(
            String url,
            Duration timeout,
            CallbackHeaders headers,
            CallbackMethod method,
            CallbackBody body,
            CredentialName credential,
            FailureUrl onFailed,
            Optional<String> traceId) {
        this(CallbackUrl.of(url), timeout, headers, method, body, credential, onFailed, traceId);
    }

    /** A target of which nobody is told but whom its group names. */
    public CallbackTarget(
            String url,
            Duration timeout,
            CallbackHeaders headers,
            CallbackMethod method,
            CallbackBody body,
            CredentialName credential) {
        this(
                url,
                timeout,
                headers,
                method,
                body,
                credential,
                FailureUrl.OF_GROUP,
                Optional.empty());
    }

    /** A target without a credential. */
    public CallbackTarget(
            String url,
            Duration timeout,
            CallbackHeaders headers,
            CallbackMethod method,
            CallbackBody body) {
        this(url, timeout, headers, method, body, CredentialName.NONE);
    }

    /** A target in the usual form: an envelope by POST. */
    public CallbackTarget(String url, Duration timeout, CallbackHeaders headers) {
        this(url, timeout, headers, CallbackMethod.POST, CallbackBody.ENVELOPE);
    }

    public static CallbackTarget of(String url) {
        return new CallbackTarget(url, DEFAULT_TIMEOUT, CallbackHeaders.NONE);
    }

    /**
     * The form in which stores keep all but URL and timeout: what is unusual as lines with names
     * that no header can have, such as {@code :method: PUT}, and a line for each header.
     */
    public String headersText() {
        return lineUnless(method, CallbackMethod.POST, METHOD)
                + lineUnless(body, CallbackBody.ENVELOPE, BODY)
                + (credential.isNone() ? "" : CREDENTIAL + ": " + credential.text() + "\n")
                + (onFailed.isOfGroup() ? "" : ON_FAILED + ": " + onFailed.text() + "\n")
                + traceId.map(id -> TRACE + ": " + id + "\n").orElse("")
                + headers.toText();
    }

    /** The same with somebody else told if all attempts have failed. */
    public CallbackTarget onFailed(FailureUrl told) {
        return new CallbackTarget(
                address, timeout, headers, method, body, credential, told, traceId);
    }

    /** The same as part of a trace. */
    public CallbackTarget inTrace(Optional<String> id) {
        return new CallbackTarget(
                address, timeout, headers, method, body, credential, onFailed, id);
    }

    private static String lineUnless(Object value, Object usual, String name) {
        return value.equals(usual) ? "" : name + ": " + value + "\n";
    }

    public static CallbackTarget fromText(String url, Duration timeout, String headersText) {
        if (headersText.isEmpty()) {
            return new CallbackTarget(url, timeout, CallbackHeaders.NONE);
        }
        var lines = CallbackHeaders.lines(headersText);
        var method = Optional.ofNullable(lines.remove(METHOD)).map(CallbackMethod::of);
        var body = Optional.ofNullable(lines.remove(BODY)).map(CallbackBody::of);
        var credential = Optional.ofNullable(lines.remove(CREDENTIAL)).map(CredentialName::of);
        var onFailed = Optional.ofNullable(lines.remove(ON_FAILED)).map(FailureUrl::new);
        var traceId = Optional.ofNullable(lines.remove(TRACE));
        return new CallbackTarget(
                url,
                timeout,
                new CallbackHeaders(lines),
                method.orElse(CallbackMethod.POST),
                body.orElse(CallbackBody.ENVELOPE),
                credential.orElse(CredentialName.NONE),
                onFailed.orElse(FailureUrl.OF_GROUP),
                traceId);
    }

    public String url() {
        return address.text();
    }

    /** The host and port that share a limit on attempts in flight. */
    public String host() {
        return address.host();
    }
}
