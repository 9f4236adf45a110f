/**
 * What every benchmark is made of: contenders and their processes, workloads and rounds, the
 * clients that make load, the receiver that is called, and the figures. Figures are for comparison
 * within one run.
 */
@NullMarked
package dev.belfry.bench.harness;

import org.jspecify.annotations.NullMarked;
