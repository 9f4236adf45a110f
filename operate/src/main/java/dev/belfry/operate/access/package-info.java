/** Who may do what: roles, groups, API keys in their file, and the log of what was done. */
@NullMarked
package dev.belfry.operate.access;

import org.jspecify.annotations.NullMarked;
