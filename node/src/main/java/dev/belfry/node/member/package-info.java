/**
 * Who is alive and who owns what: node rows in the store, views of them, and shards that follow.
 */
@NullMarked
package dev.belfry.node.member;

import org.jspecify.annotations.NullMarked;
