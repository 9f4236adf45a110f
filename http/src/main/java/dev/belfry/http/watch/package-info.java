/** What people watch: rates and their history, alarms, nodes, receivers, over the whole cluster. */
@NullMarked
package dev.belfry.http.watch;

import org.jspecify.annotations.NullMarked;
