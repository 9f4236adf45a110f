package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The score of each shard of a group with each node: well mixed and the same everywhere, a checksum
 * of both names, stirred by the finish of SplitMix64. Immutable.
 *
 * <p>A checksum is linear: that of two texts together is the first one's, moved on by the length of
 * the second, and the second one's. So each name is read once, and a score costs four lookups.
 */
final class ShardScores {
    private static final int BITS = 32;
    private static final int BYTE = 256;

    private final int[] shards;
    private final int[] nodes;
    private final int[][] moves;

    ShardScores(Group group, List<NodeId> nodes) {
        this.shards = new int[group.shardCount()];
        this.nodes = new int[nodes.size()];
        this.moves = new int[nodes.size()][];
        for (int index = 0; index < shards.length; index++) {
            shards[index] = checksum(group.id() + "#" + index + "|");
        }
        var byLength = new HashMap<Integer, int[]>();
        for (int number = 0; number < this.nodes.length; number++) {
            this.nodes[number] = checksum(nodes.get(number).value());
            moves[number] = moves(byLength, nodes.get(number));
        }
    }

    private static int[] moves(Map<Integer, int[]> byLength, NodeId node) {
        int length = node.value().getBytes(StandardCharsets.UTF_8).length;
        return byLength.computeIfAbsent(length, ShardScores::movedBy);
    }

    /** What a checksum becomes when so many bytes follow it, for each value of its four bytes. */
    private static int[] movedBy(int bytes) {
        var ofBits = new int[BITS];
        for (int bit = 0; bit < BITS; bit++) {
            ofBits[bit] = moved(1 << bit, bytes);
        }
        var table = new int[4 * BYTE];
        for (int place = 0; place < 4; place++) {
            for (int value = 0; value < BYTE; value++) {
                for (int bit = 0; bit < 8; bit++) {
                    if ((value >> bit & 1) == 1) {
                        table[place * BYTE + value] ^= ofBits[place * 8 + bit];
                    }
                }
            }
        }
        return table;
    }

    private static int moved(int checksum, int bytes) {
        int crc = checksum;
        for (int bit = 0; bit < bytes * 8; bit++) {
            crc = (crc & 1) == 1 ? (crc >>> 1) ^ 0xEDB88320 : crc >>> 1;
        }
        return crc;
    }

    private static int checksum(String text) {
        var crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    /** The score of a shard with a node, by their numbers; never negative. */
    long of(int shard, int node) {
        int crc = shards[shard];
        var move = moves[node];
        int moved =
                move[crc & 0xFF]
                        ^ move[BYTE + (crc >>> 8 & 0xFF)]
                        ^ move[2 * BYTE + (crc >>> 16 & 0xFF)]
                        ^ move[3 * BYTE + (crc >>> 24)];
        return stirred(Integer.toUnsignedLong(moved ^ nodes[node]));
    }

    /** The score of any text with a node. */
    static long of(String what, NodeId node) {
        return stirred(Integer.toUnsignedLong(checksum(what + "|" + node.value())));
    }

    private static long stirred(long checksum) {
        long z = checksum * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> 1;
    }
}
