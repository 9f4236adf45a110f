/**
 * Where callbacks may go: lists of schemes, hosts, ports and addresses, and what is Belfry's own.
 */
@NullMarked
package dev.belfry.operate.egress;

import org.jspecify.annotations.NullMarked;
