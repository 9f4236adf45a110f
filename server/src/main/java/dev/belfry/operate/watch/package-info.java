/** What people watch: rates and their history, alarms, nodes, receivers, over the whole cluster. */
@NullMarked
package dev.belfry.operate.watch;

import org.jspecify.annotations.NullMarked;
