/** What groups get that share servers: beside neighbours that take all they can, and in number. */
@NullMarked
package dev.belfry.bench.tenants;

import org.jspecify.annotations.NullMarked;
