/** Belfry's engine inside an application. */
@NullMarked
package dev.belfry.examples.embedded;

import org.jspecify.annotations.NullMarked;
