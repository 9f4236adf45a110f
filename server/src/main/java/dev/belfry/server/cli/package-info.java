/** The command line. */
@NullMarked
package dev.belfry.server.cli;

import org.jspecify.annotations.NullMarked;
