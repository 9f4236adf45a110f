/** Histories as text: a line for each event, so that processes can write them as they go. */
@NullMarked
package dev.belfry.check.history.text;

import org.jspecify.annotations.NullMarked;
