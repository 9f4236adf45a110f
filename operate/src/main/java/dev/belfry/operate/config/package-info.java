/**
 * What an operator can set: one record per concern, each component with its default and sentence.
 */
@NullMarked
package dev.belfry.operate.config;

import org.jspecify.annotations.NullMarked;
