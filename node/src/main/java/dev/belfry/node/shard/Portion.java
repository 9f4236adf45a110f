package dev.belfry.node.shard;

/**
 * How much of something is tried at once: half of what failed, and twice as much again with each
 * success. Confined to one loop.
 */
final class Portion {
    private final int largest;
    private int size;

    Portion(int largest) {
        this.largest = largest;
        this.size = largest;
    }

    int size() {
        return size;
    }

    void failed(int tried) {
        size = Math.max(1, tried / 2);
    }

    void worked() {
        size = size > largest / 2 ? largest : size * 2;
    }
}
