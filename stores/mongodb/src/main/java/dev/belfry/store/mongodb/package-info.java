/** The store on MongoDB. */
@NullMarked
package dev.belfry.store.mongodb;

import org.jspecify.annotations.NullMarked;
