package dev.belfry.spring;

import dev.belfry.client.BelfryCallback;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that takes the callbacks of timers at a path of the application. Only requests
 * whose signature fits {@code belfry.callback.signing-keys} reach it; others are answered 401.
 *
 * <p>Its parameters are a {@link BelfryCallback}, the payload as any type that JSON can be read as,
 * both or none. When it returns, the timer is done; an {@link java.time.Instant} is when to run
 * again. When it throws, the timer is tried again by its retry policy; a {@link
 * org.springframework.web.server.ResponseStatusException} of 410 gives up. Delivery is at least
 * once: repeats have the same {@link BelfryCallback#webhookId}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TimerHandler {
    /** The path, such as {@code /timers/reminder}; timers name it in their callback URL. */
    String value();
}
