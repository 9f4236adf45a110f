/** The command line. */
@NullMarked
package dev.belfry.cli;

import org.jspecify.annotations.NullMarked;
