/** A Belfry in memory, for tests of applications. */
@NullMarked
package dev.belfry.spring.test;

import org.jspecify.annotations.NullMarked;
