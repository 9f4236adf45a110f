/** The one suite that every store passes: the promises of the storage contract as tests. */
@NullMarked
package dev.belfry.check.contract;

import org.jspecify.annotations.NullMarked;
