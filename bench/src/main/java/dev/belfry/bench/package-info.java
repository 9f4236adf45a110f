/** What Belfry can do and what it costs, measured; figures are for comparison within one run. */
@NullMarked
package dev.belfry.bench;

import org.jspecify.annotations.NullMarked;
