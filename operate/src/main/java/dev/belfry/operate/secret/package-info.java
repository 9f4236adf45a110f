/** Secrets of callbacks: keys that sign them, and credentials that they carry. */
@NullMarked
package dev.belfry.operate.secret;

import org.jspecify.annotations.NullMarked;
