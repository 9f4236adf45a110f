package dev.belfry.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Gives a {@code @SpringBootTest} a {@link FakeBelfry} as a bean, and has the application use it:
 * {@code belfry.url} and {@code belfry.callback.signing-keys} are those of the fake.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(FakeBelfryConfiguration.class)
public @interface WithFakeBelfry {}
