/** The one suite that every store passes: the promises of the storage contract as tests. */
@NullMarked
package dev.belfry.store.contract;

import org.jspecify.annotations.NullMarked;
