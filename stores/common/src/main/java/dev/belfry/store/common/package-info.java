/** What the stores would write twice: merges, pages, patience, what is known of groups. */
@NullMarked
package dev.belfry.store.common;

import org.jspecify.annotations.NullMarked;
