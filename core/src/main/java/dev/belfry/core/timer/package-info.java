/** A timer: its name, what was asked, where it stands, what is kept of it afterwards. */
@NullMarked
package dev.belfry.core.timer;

import org.jspecify.annotations.NullMarked;
