/** The store on Amazon DynamoDB. */
@NullMarked
package dev.belfry.store.dynamodb;

import org.jspecify.annotations.NullMarked;
