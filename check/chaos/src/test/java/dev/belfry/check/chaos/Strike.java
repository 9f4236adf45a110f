package dev.belfry.check.chaos;

import java.time.Instant;
import java.util.List;

/**
 * A trouble that was made.
 *
 * @param until when the cluster had recovered from it
 * @param orphans shards whose owner was killed, at its beginning
 */
record Strike(Trouble trouble, String node, Instant from, Instant until, List<Integer> orphans) {}
