/** What can happen to a timer, decided once for every store as pure functions of its entry. */
@NullMarked
package dev.belfry.core.mutation;

import org.jspecify.annotations.NullMarked;
