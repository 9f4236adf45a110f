/** What people watch: rates and their history, alarms, nodes, receivers, over the whole cluster. */
@NullMarked
package dev.belfry.server.watch;

import org.jspecify.annotations.NullMarked;
