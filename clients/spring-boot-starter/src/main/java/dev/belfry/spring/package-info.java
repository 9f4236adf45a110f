/** Belfry in applications of Spring Boot: the client, methods that take callbacks, health. */
@NullMarked
package dev.belfry.spring;

import org.jspecify.annotations.NullMarked;
