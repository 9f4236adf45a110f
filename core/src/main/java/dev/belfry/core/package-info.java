/** What all of Belfry stands on: checks that name what is wrong. */
@NullMarked
package dev.belfry.core;

import org.jspecify.annotations.NullMarked;
