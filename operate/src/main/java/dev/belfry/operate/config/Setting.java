package dev.belfry.operate.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the reference page says of one setting. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Setting {
    /** The default as an operator would write it; empty for a setting that may be left out. */
    String fallback();

    /** One sentence: what it does, and why one would change it. */
    String says();
}
