/** Engines in virtual time: one thread, seeded, with a store and receivers that fail as told. */
@NullMarked
package dev.belfry.check.simulation;

import org.jspecify.annotations.NullMarked;
