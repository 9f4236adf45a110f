/** The web console's files, as browsers get them. */
@NullMarked
package dev.belfry.operate.console;

import org.jspecify.annotations.NullMarked;
