/** What clients asked and were told, and what receivers saw, as a list of events to be judged. */
@NullMarked
package dev.belfry.check.history;

import org.jspecify.annotations.NullMarked;
